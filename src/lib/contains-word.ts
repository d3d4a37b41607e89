/**
 * True when `text` holds what a word asks for; both are folded alike before. Chinese is typed without spaces: 东京医院 asks for 东京 and
 * 医院. Such parts have two characters or more; the last may not be complete yet, so that typing on finds less and never more.
 */
export function containsWord(text: string, word: string): boolean {
  if (!/\p{Script=Han}/u.test(word)) return text.includes(word)
  const begins = [0]
  for (const from of begins) {
    if (text.includes(word.slice(from))) return true
    for (let to = from + 2; to < word.length && text.includes(word.slice(from, to)); to++) if (!begins.includes(to)) begins.push(to)
  }
  return false
}
