/** Cut text to at most `maxChars` UTF-16 units, never through a surrogate pair. */
export function clip(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const last = text.charCodeAt(maxChars - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, Math.max(0, splitsPair ? maxChars - 1 : maxChars));
}
