/** A claim's title in lists and on its page: as many of the claimant's own words as fit a heading. */

/** Room for about twenty-two Han characters or forty-four Latin ones. */
const ROOM = 44
const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (/\p{Script=Han}|[\uFF00-\uFFEF]/u.test(letter) ? 2 : 1), 0)

/** The first sentence if it fits; else as many of its first parts as fit; else its first words, cut. */
export function titleOf(description: string): string {
  const [sentence = ''] = description.trim().split(/(?<=[.!?])\s|(?<=[。！？])|\n/)
  const line = trimmed(sentence)
  if (widthOf(line) <= ROOM) return line
  const parts = line.split(/(?<=[，；,;])/)
  let kept = ''
  for (const part of parts) {
    if (widthOf(trimmed(kept + part)) > ROOM) break
    kept += part
  }
  return kept ? trimmed(kept) : cut(line)
}

const trimmed = (text: string): string => text.trim().replace(/[.。，；,;]+$/, '')

function cut(line: string): string {
  let kept = ''
  for (const letter of line) {
    if (widthOf(kept + letter) > ROOM - 1) break
    kept += letter
  }
  return `${/\s/.test(kept) ? kept.replace(/\s+\S*$/, '') : kept}…`
}
