/** Words that say nothing about a subject. Negations are no stop words: "not closed" and "closed" are two subjects. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and any are as at be been being by can could do does for from had has have if in into is it its may might ' +
    'of on or should so some such than that the their then there these they this those to too was were when where ' +
    'which while will with would'
  ).split(' '),
);

/** Longest first, so that a word goes whole before one of its characters does. */
export const CHINESE_STOP_WORDS: readonly string[] = [
  ...['一个', '这个', '那个', '可能', '可以', '因为', '所以', '如果', '以及', '并且', '或者', '当中', '其中'],
  ...['的', '了', '是', '在', '和', '与', '或', '及', '被', '把', '将', '就', '也', '都', '而'],
];
