/** Everything a terminal would act on; written as an escape, so that the value stays what it is. */
const UNSAFE = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u007f-\u009f]/gu;

/** Write a value as JSON for people and programs: two spaces, a line end at the end, nothing a terminal would act on. */
export function toJsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(UNSAFE, escapeUnits)}\n`;
}

function escapeUnits(text: string): string {
  return [...Array(text.length).keys()]
    .map((index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('');
}
