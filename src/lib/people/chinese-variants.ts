/**
 * Simplified and traditional forms of one name (林语桐, 林語桐). A table of all pairs would weigh more than the form that
 * asks for the name; but every browser knows which characters the simplified standard (GB 2312) has and which the
 * traditional (Big5). Two characters, one in each alone, may be one; a person compares them.
 */
import { normaliseChineseName } from './person-names.ts'

/** Simplified forms that are traditional characters as well, with the other form; those that names have. */
const BOTH =
  '云雲叶葉万萬丰豐杰傑宁寧于於范範余餘郁鬱台臺党黨岳嶽松鬆志誌升昇谷穀沈瀋涂塗游遊里裡历歷适適圣聖灵靈后後才纔几幾卜蔔干乾向嚮面麵'

/** All characters that two bytes of an encoding can be. */
function charactersOf(encoding: string, leads: readonly [number, number], trails: readonly number[]): Set<string> {
  const bytes: number[] = []
  for (let lead = leads[0]; lead <= leads[1]; lead += 1) for (const trail of trails) bytes.push(lead, trail)
  return new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)))
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)

let standards: { simplified: Set<string>; traditional: Set<string> } | undefined

function areForms(a: string, b: string): boolean {
  standards ??= {
    simplified: charactersOf('gb2312', [0xb0, 0xf7], range(0xa1, 0xfe)),
    traditional: charactersOf('big5', [0xa4, 0xf9], [...range(0x40, 0x7e), ...range(0xa1, 0xfe)]),
  }
  const { simplified, traditional } = standards
  const onlySimplified = (it: string): boolean => simplified.has(it) && !traditional.has(it)
  const onlyTraditional = (it: string): boolean => traditional.has(it) && !simplified.has(it)
  return (onlySimplified(a) && onlyTraditional(b)) || BOTH.includes(a + b)
}

/** Whether two Chinese names may be one, written in the two standards. */
export function areVariants(one: string, two: string): boolean {
  const [a, b] = [one, two].map((name) => Array.from(normaliseChineseName(name)))
  if (!a || !b || a.length !== b.length || a.length === 0) return false
  return a.every((character, i) => {
    const other = b[i] ?? ''
    return character === other || areForms(character, other) || areForms(other, character)
  })
}
