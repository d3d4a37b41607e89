/**
 * True when `text` contains a search word; the caller has normalised both. Chinese is typed without spaces, so 东京医院
 * also matches a text with 东京 and 医院 apart. Each part has at least two characters; the last may be incomplete, so that
 * further typing only narrows the result.
 */
export function containsWord(text: string, word: string): boolean {
  if (!/\p{Script=Han}/u.test(word)) return text.includes(word)
  const begins = [0]
  for (const from of begins) {
    if (text.includes(word.slice(from))) return true
    for (let to = from + 2; to < word.length && text.includes(word.slice(from, to)); to++)
      if (!begins.includes(to)) begins.push(to)
  }
  return false
}
