const ESCAPE = /^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})$/;

/**
 * Parse JSON the way models write it: raw control characters inside strings, backslashes that escape nothing, and commas
 * before a closing bracket are forgiven. Undefined when it is not JSON even so.
 */
export function parseLenientJson(text: string): unknown {
  return tryParse(text) ?? tryParse(mend(text));
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function mend(text: string): string {
  const strings = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/g;
  let mended = '';
  let end = 0;
  for (const match of text.matchAll(strings)) {
    mended += dropTrailingCommas(text.slice(end, match.index)) + mendString(match[0]);
    end = match.index + match[0].length;
  }
  return mended + dropTrailingCommas(text.slice(end));
}

/** A comma with only space up to the bracket stands in one piece between strings: nothing else can be between them. */
function dropTrailingCommas(piece: string): string {
  return piece.replace(/,(\s*[}\]])/g, '$1');
}

function mendString(quoted: string): string {
  return (
    quoted
      .replace(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (pair, escaped: string) =>
        ESCAPE.test(escaped) ? pair : `\\\\${escaped}`,
      )
      // biome-ignore lint/suspicious/noControlCharactersInRegex: raw control characters are what is mended here
      .replace(/[\u0000-\u001f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  );
}
