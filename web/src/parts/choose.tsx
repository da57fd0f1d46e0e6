// One option of a new table, worded by the keys `new.<name>` and `new.<name>_<value>`.

import { t } from "../app/i18n";

export function Choose<Value extends string>({
  name,
  value,
  values,
  change,
  label = (each) => t(`new.${name}_${each}`),
}: {
  name: string;
  value: string;
  values: Value[];
  change: (value: Value) => void;
  label?: (value: string) => string;
}) {
  return (
    <label class="field">
      <span>{t(`new.${name}`)}</span>
      <select value={value} onChange={(e) => change(values[e.currentTarget.selectedIndex]!)}>
        {values.map((each) => (
          <option value={each}>{label(each)}</option>
        ))}
      </select>
    </label>
  );
}
