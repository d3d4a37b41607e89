/**
 * A second file hidden in the first: a picture that a browser, an unpacker or a server reads as something else.
 * Re-encoding drops it anyway; the sender gets a refusal all the same, because nobody makes one by accident. What
 * phones append (a short film, a second picture, the maker's notes) is none of these.
 */
const PROGRAMS = [
  '<\\?php',
  '%pdf-',
  'x5o!p%@ap\\[4\\\\pzx54\\(p\\^\\)',
  // ZIP (local entry, end of directory), RAR, 7z; programs of Linux and Windows.
  'pk\\x03\\x04[\\x0a-\\x3f]\\x00',
  'pk\\x05\\x06\\x00\\x00\\x00\\x00',
  'rar!\\x1a\\x07',
  '7z\\xbc\\xaf\\x27\\x1c',
  '\\x7felf[\\x01\\x02]',
  'cannot be run in dos mode',
]
/** Four letters alone are found in megabytes of a film by chance; with an attribute they are not. */
const PAGES = ['<script', '<html', '<!doctype html', '<iframe', '<svg[\\s/]+[a-z:]{2,}']

const anyOf = (patterns: readonly string[]) => {
  const found = new RegExp(patterns.join('|'), 'i')
  return (...parts: Buffer[]): boolean => parts.some((part) => found.test(part.toString('latin1')))
}
export const hasHiddenFile = anyOf([...PROGRAMS, ...PAGES])
/** The same, but for web pages: servers append one to a PDF by accident. */
export const hasHiddenProgram = anyOf(PROGRAMS)
