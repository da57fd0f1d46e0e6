// My statistics: what the server counts of my finished games, for each game its own panel.

import { useEffect, useState } from "preact/hooks";
import { api, errorText, type GameStatistics } from "../app/api";
import type { GameName } from "../app/catalog";
import { has, lang, num, t } from "../app/i18n";
import { choices } from "../app/me";
import { Icon } from "../art/icons";
import { WonderScene } from "../art/scenes";
import { GAMES, KINDS } from "../games";
import { later } from "../parts/later";
import { Fault, Page } from "../parts/page";

const StudyStatistics = later(() => import("../study/statistics").then((m) => m.StudyStatistics));

/** The place on the ladder the server offers; what is not on it comes last. */
const rank = (level: string) => {
  const ladder = choices.value?.levels ?? [],
    at = ladder.indexOf(level);
  return at < 0 ? ladder.length : at;
};

export function StatisticsScreen() {
  const [games, setGames] = useState<Partial<Record<GameName, GameStatistics>> | null>(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    api
      .me()
      .then((who) => (who.known ? api.statistics().then((answer) => answer.games) : {}))
      .then(setGames, (error: unknown) => setFault(errorText(error)));
  }, []);
  const played = games ? GAMES.filter((game) => games[game]) : [];
  return (
    <Page title={t("stats.title")} wide>
      {fault && <Fault text={fault} />}
      {!games && !fault && (
        <p class="muted" role="status">
          {t("common.loading")}
        </p>
      )}
      {games && !played.length && (
        <div class="panel emptystats">
          <div class="picture">
            <WonderScene name="Olympia" built={0} total={3} wide="bottom" />
          </div>
          <p>{t("stats.none")}</p>
          <a class="btn main" href="#/">
            <Icon name="play" />
            {t("common.home")}
          </a>
        </div>
      )}
      <div class="statsgrid">
        {played.map((game) => (
          <GamePanel game={game} numbers={games![game]!} />
        ))}
      </div>
      {played.length > 0 && <StudyStatistics />}
    </Page>
  );
}

function GamePanel({ game, numbers }: { game: GameName; numbers: GameStatistics }) {
  const kind = KINDS[game];
  const percent = new Intl.NumberFormat(lang.value, { style: "percent", maximumFractionDigits: 0 });
  const means = new Intl.NumberFormat(lang.value, { maximumFractionDigits: 1 });
  const share = numbers.won / Math.max(1, numbers.played);
  const kinds = Object.entries(numbers.by_kind);
  const levels = Object.entries(numbers.against_bots).sort(([a], [b]) => rank(a) - rank(b));
  const most = Math.max(1, ...kind.categories.map(({ name }) => numbers.mean[name] ?? 0));
  const name = `stats-${game}`;
  return (
    <section class="panel stats" aria-labelledby={name} data-game={game}>
      <div class="picture">
        <WonderScene {...kind.scenes.statistics} wide="bottom" />
      </div>
      <h2 id={name}>{t(`game.${game}`)}</h2>
      <div class="statshead">
        <svg
          class="ring"
          viewBox="0 0 44 44"
          role="img"
          aria-label={t("stats.won_of", { won: numbers.won, played: numbers.played })}
        >
          <circle class="all" cx="22" cy="22" r="18" />
          <circle class="part" cx="22" cy="22" r="18" pathLength={100} stroke-dasharray={`${share * 100} 100`} />
          <text x="22" y="22.5">
            {percent.format(share)}
          </text>
        </svg>
        <div>
          <p class="lead">{t("stats.played", { n: numbers.played })}</p>
          <p>{t("stats.won_of", { won: numbers.won, played: numbers.played })}</p>
          {numbers.shared > 0 && <p class="muted">{t("stats.shared", { n: numbers.shared })}</p>}
          {numbers.assisted > 0 && <p class="muted">{t("stats.assisted", { n: numbers.assisted })}</p>}
        </div>
      </div>
      {kind.endings.length > 1 && (
        <table class="scores">
          <thead>
            <tr>
              <th scope="col">{t("stats.kinds")}</th>
              <th scope="col">{t("stats.won")}</th>
              <th scope="col">{t("stats.lost")}</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(([kind, counts]) => (
              <tr>
                <th scope="row">{t(`result.kind.${kind}`)}</th>
                <td>{num(counts.won)}</td>
                <td>{num(counts.lost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <h3>{t("stats.mean")}</h3>
      <ul class="means">
        {kind.categories.map(({ name: category, icon, kind }) => {
          const mean = numbers.mean[category] ?? 0;
          return (
            <li>
              <Icon name={icon} size={18} />
              <span class="barname">{t(`category.${game}.${category}`)}</span>
              <span class="meanbar">
                <i class={`cat-${kind}`} style={{ width: `${(Math.max(0, mean) / most) * 100}%` }} />
              </span>
              <b>{means.format(mean)}</b>
            </li>
          );
        })}
        <li class="total">
          <span />
          <span class="barname">{t("category.total")}</span>
          <span />
          <b>{means.format(numbers.mean.total ?? 0)}</b>
        </li>
      </ul>
      {levels.length > 0 && (
        <>
          <h3>{t("stats.bots")}</h3>
          <table class="scores">
            <thead>
              <tr>
                <th scope="col">{t("stats.strength")}</th>
                <th scope="col">{t("stats.games")}</th>
                <th scope="col">{t("stats.won")}</th>
                <th scope="col">{t("stats.share")}</th>
              </tr>
            </thead>
            <tbody>
              {levels.map(([level, counts]) => (
                <tr>
                  <th scope="row">{has(`level.${level}`) ? t(`level.${level}`) : level}</th>
                  <td>{num(counts.played)}</td>
                  <td>{num(counts.won)}</td>
                  <td class="sharecell">
                    <span class="meanbar">
                      <i class="won" style={{ width: `${(counts.won / Math.max(1, counts.played)) * 100}%` }} />
                    </span>{" "}
                    {percent.format(counts.won / Math.max(1, counts.played))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}
