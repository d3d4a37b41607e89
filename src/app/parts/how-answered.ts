/** How a list of health questions was answered: no to all at once, one by one, or not yet. */
export type HowAnswered = 'none' | 'some' | ''

/** `singly`: its questions are being answered one by one. A single question is its own list. */
export function howAnswered(
  questions: readonly { readonly id: string }[],
  answers: Readonly<Record<string, 'yes' | 'no'>>,
  singly: boolean,
): HowAnswered {
  const said = questions.map(({ id }) => answers[id])
  if (singly || questions.length === 1 || said.includes('yes')) return 'some'
  if (said.every((answer) => answer === 'no')) return 'none'
  return said.includes('no') ? 'some' : ''
}
