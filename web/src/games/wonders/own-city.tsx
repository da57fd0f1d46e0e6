// My city: the wonder in its landscape, my buildings as a skyline before it, the stages with their prices, and what the
// city makes.

import { KIND_ORDER } from "../../app/catalog";
import { isNew, stageQuote, weighed } from "../../app/controls";
import { useFact } from "../../app/fact";
import { fit, phone } from "../../app/fit";
import { cardName, goodName, shortKind, t } from "../../app/i18n";
import type { WondersCity } from "../../app/types";
import { reason, seatName } from "../../app/words";
import { Coin, Good, Icon, Laurel } from "../../art/icons";
import { WonderScene } from "../../art/scenes";
import { Pips, quotePrice, Tile } from "../../parts/card";
import { EffectRow } from "../../parts/effect";
import { effectWords } from "../../parts/effect-words";
import { pointsTip, scoresTip } from "../../parts/scores-tip";
import { useSqueeze } from "../../parts/squeeze";
import { WONDERS } from "./catalog";
import { stillOpens } from "./chains";
import { Science, SeatHead, Shields, WarTokens } from "./seats";
import { useWonders } from "./table";
import { boardName, boardWonder, payment } from "./words";

export function OwnCity({ seat, whole }: { seat: number; whole?: boolean }) {
  const { view, me, controls } = useWonders();
  const city = view.cities[seat];
  if (!city) return null;
  const score = view.scores?.[seat];
  const quote = seat === me ? stageQuote(controls.state.quotes) : undefined;
  return (
    <section
      class={`wcity panel ${whole ? "whole" : ""}`}
      aria-label={
        seat === me
          ? t("table.city_of", { board: boardName(city.board) })
          : t("table.city_of_player", { player: seatName(controls.state, seat), board: boardName(city.board) })
      }
    >
      <div class="landscape">
        <WonderScene
          name={city.board}
          built={city.stages}
          total={city.stages_in_all}
          dusk={city.side === "B"}
          {...(phone.value && (whole || fit.value.height > 520)
            ? { cover: true }
            : { wide: phone.value || whole ? "top" : "bottom" })}
          label={t("table.wonder_progress", {
            wonder: boardWonder(city.board),
            n: city.stages,
            all: city.stages_in_all,
          })}
        />
        <span class="cityname">
          {boardWonder(city.board)} <small>{city.side}</small>
        </span>
        <Skyline city={city} seat={seat} />
      </div>
      <Stages city={city} quote={quote && (quote.city === "free") === seat >= view.players ? quote : undefined} />
      <footer class={`makes ${city.produces.length > 4 ? "rich" : ""}`}>
        {whole || phone.value ? null : <SeatHead seat={seat} />}
        <span
          class="purse"
          data-purse={seat}
          data-tip={scoresTip(t("good.count.coins", { n: city.coins }), "wonders", "treasury")}
        >
          <Coin n={city.coins} size={phone.value ? 28 : 34} label={t("good.count.coins", { n: city.coins })} />
        </span>
        <span class="goods" role="group" aria-label={t("table.you_make")}>
          {city.produces.map((unit) => (
            <span class={unit.length > 1 ? "anyof pillish" : "anyof"}>
              {unit.map((good, i) => (
                <>
                  {i > 0 && <i class="slash" />}
                  <Good name={good} size={phone.value ? 20 : 24} label={goodName(good)} />
                </>
              ))}
            </span>
          ))}
        </span>
        <Shields city={city} size={phone.value ? 24 : 28} />
        <Science city={city} size={phone.value ? 17 : 20} />
        <WarTokens city={city} />
        {city.free_builds > 0 && (
          <span class="pill" data-tip={`text:${t("effect.wonders.special.free_build_once_per_age")}`}>
            <Icon name="free" size={16} />
            {city.free_builds}
          </span>
        )}
        {typeof score === "number" && (
          <Laurel
            n={score}
            size={phone.value ? 30 : 36}
            label={t("count.points", { n: score })}
            tip={pointsTip(score)}
          />
        )}
      </footer>
    </section>
  );
}

/** Buildings as columns of houses, one column for each kind. */
function Skyline({ city, seat }: { city: WondersCity; seat: number }) {
  const { controls, view } = useWonders();
  const byKind = KIND_ORDER.map(
    (kind) => [kind, city.cards.filter((name) => WONDERS.cards.get(name)?.color === kind)] as const,
  );
  return (
    <div class="skyline" role="group" aria-label={t("board.buildings")}>
      {byKind.map(([kind, names]) => (
        <ul class="stack" aria-label={shortKind(kind)}>
          {names.map((name, i) => (
            <li key={name} style={{ "--i": String(i), "--n": String(names.length) }}>
              <House
                name={name}
                fresh={isNew(controls, seat, name)}
                leads={!view.result && stillOpens(view, seat, name).length > 0}
              />
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}

/** A building of mine; a dot says that it still opens another one, and it lights up when that is the card taken up. */
function House({ name, fresh, leads }: { name: string; fresh: boolean; leads: boolean }) {
  const chains = useFact(
    () => weighed.value !== null && (WONDERS.cards.get(weighed.value)?.freeWith.includes(name) ?? false),
    [name],
  );
  return (
    <Tile
      game="wonders"
      name={name}
      class={`${chains ? "chains" : ""} ${fresh ? "fresh" : ""} ${leads ? "leads" : ""}`}
      attrs={{ "data-tip": `card:wonders:${name}`, tabIndex: 0, title: cardName("wonders", name) }}
    />
  );
}

export function Stages({ city, quote }: { city: WondersCity; quote?: ReturnType<typeof stageQuote> }) {
  const row = useSqueeze<HTMLOListElement>();
  const { controls } = useWonders();
  const board = WONDERS.boards.get(city.board);
  if (!board) return null;
  // How the next stage would be paid for, or why it cannot be.
  const paying = quote ? (quote.affordable ? payment(controls, quote) : [reason(quote)]) : [];
  return (
    <ol class="stages" aria-label={t("table.stages")} ref={row}>
      {board[city.side].map((stage, i) => {
        const built = i < city.stages;
        const next = i === city.stages;
        const price = next && quote?.affordable ? quotePrice(quote) : null;
        return (
          <li
            class={`${built ? "built" : ""} ${next ? "next" : ""}`}
            data-tip={`text:${[...effectWords("wonders", stage.effect), ...(next ? paying : [])].join(" ")}`}
            tabIndex={0}
          >
            <b class="num">{i + 1}</b>
            <EffectRow game="wonders" effect={stage.effect} size={phone.value ? 15 : 18} />
            {built ? (
              <span class="verdict-inline yes" role="img" aria-label={t("board.built")}>
                <Icon name="tick" size={14} />
              </span>
            ) : (
              <Pips cost={stage.cost} plan={next ? quote?.plan : undefined} size={phone.value ? 15 : 17} />
            )}
            {price !== null && price > 0 && <Coin n={price} size={22} label={t("good.count.coins", { n: price })} />}
          </li>
        );
      })}
    </ol>
  );
}
