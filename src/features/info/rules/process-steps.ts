/**
 * The course of our service or of a claim, as steps on lanes: who acts, where it may branch off. Words:
 * `reading:<flow>.<id>.title`, `.when`, `.text`, which may quote `LIMITS`.
 */
export const ACTORS = ['you', 'us', 'bank'] as const
export type Actor = (typeof ACTORS)[number]

export interface FlowStep {
  id: string
  lane: Actor
  picture: PictureId
  /** Not a step for everyone: `detour` returns to the main line, `branch` leads away. */
  aside?: 'detour' | 'branch'
  /** Page with more information, without language. */
  more?: string
}
export type PictureId =
  | 'clinic'
  | 'documents'
  | 'phone'
  | 'receipt'
  | 'stopped'
  | 'decision'
  | 'payment'
  | 'bank'
  | 'review'
  | 'plans'
  | 'form'
  | 'health'
  | 'policy'
  | 'help'
  | 'cancel'
  | 'calendar'

const answer = (slug: string): string => `/claims/FAQ/content/${slug}`

export const FLOWS = {
  claims: [
    { id: 'care', lane: 'you', picture: 'clinic', more: answer('emergency') },
    { id: 'keep', lane: 'you', picture: 'documents', more: answer('which-documents') },
    { id: 'send', lane: 'you', picture: 'phone' },
    { id: 'receipt', lane: 'us', picture: 'receipt' },
    { id: 'missing', lane: 'you', picture: 'stopped', aside: 'detour', more: answer('asked-for-more') },
    { id: 'decide', lane: 'us', picture: 'decision', more: answer('how-long') },
    { id: 'pay', lane: 'us', picture: 'payment', more: answer('paid-less') },
    { id: 'arrive', lane: 'bank', picture: 'bank' },
    { id: 'review', lane: 'you', picture: 'review', aside: 'branch', more: answer('disagree') },
  ],
  service: [
    { id: 'choose', lane: 'you', picture: 'plans', more: '/plan/list' },
    { id: 'apply', lane: 'you', picture: 'form', more: answer('which-id') },
    { id: 'health', lane: 'us', picture: 'health', aside: 'detour', more: answer('health-questions') },
    { id: 'pay', lane: 'you', picture: 'payment', more: answer('how-to-pay') },
    { id: 'issue', lane: 'us', picture: 'policy', more: answer('where-are-documents') },
    { id: 'care', lane: 'you', picture: 'help', aside: 'branch', more: '/claims/hospital' },
    { id: 'claim', lane: 'you', picture: 'documents', aside: 'branch', more: '/web_claims' },
    { id: 'change', lane: 'you', picture: 'form', aside: 'branch', more: answer('correct-details') },
    { id: 'cancel', lane: 'you', picture: 'cancel', aside: 'branch', more: answer('cancel-and-refund') },
    { id: 'complain', lane: 'you', picture: 'review', aside: 'branch', more: '/information/content/complaints' },
    { id: 'next', lane: 'you', picture: 'calendar', more: answer('after-the-end-date') },
  ],
} as const satisfies Record<string, readonly FlowStep[]>
export type FlowId = keyof typeof FLOWS

/** Distance between lanes, and of a node's centre from the upper edge of its row, px. */
const PITCH = 34
export const NODE = { y: 26, r: 13 } as const
/** Height of a bend from one lane to another. */
const BEND = 13

export const laneX = (lane: Actor): number => ACTORS.indexOf(lane) * PITCH + PITCH / 2

export interface FlowRow {
  step: FlowStep
  /** Number on its node. */
  number: number
  x: number
  /** Line from above, if any: straight or with a bend. */
  enter: string | null
  /** Where the line continues below: from the node, or past an aside. */
  on: number | null
  /** A detour's bend back to the main line, drawn upwards from the lower edge. */
  back: string | null
}

const bend = (from: number, to: number, top: number): string =>
  from === to ? `M${to} ${top}v${BEND}` : `M${from} ${top}C${from} ${top + BEND} ${to} ${top} ${to} ${top + BEND}`

/** Rows with their lines. The first step is on the way. */
export function flowRows(steps: readonly FlowStep[]): FlowRow[] {
  let way: number | null = null
  return steps.map((step, i) => {
    const x = laneX(step.lane)
    const from = way
    if (!step.aside) way = x
    const more = steps.slice(i + 1).length > 0
    return {
      step,
      number: i + 1,
      x,
      enter: from === null ? null : bend(from, x, 0),
      on: more ? way : null,
      back: step.aside === 'detour' && way !== null ? bend(x, way, -BEND) : null,
    }
  })
}
