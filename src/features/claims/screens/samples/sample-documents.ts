/**
 * The sample documents as data: parts on a sheet of 176 × 256, the places that numbers point to (y, from top to bottom,
 * at least 20 apart), and the fault of the bad one. Words: `samples:<kind>.points.<n>` and `samples:<kind>.bad`.
 */
import type { SampleKind } from './sample-kinds.ts'

/** Kinds of issuers: a clinic, an authority or insurer, a bank, a school, a carrier. */
export const ISSUERS = ['head', 'crest', 'bank', 'school', 'carrier'] as const
type Plain = (typeof ISSUERS)[number] | 'title' | 'field' | 'signature' | 'total' | 'tooth' | 'findings'
/** `at`: the upper edge of the part. */
export type Part =
  | { at: number; draw: Plain }
  | { at: number; draw: 'lines' | 'table' | 'services'; count: number }
  | { at: number; draw: 'seal'; x: number }

export type Fault =
  /** Faults of the photo: out of focus, reflection, too dark, cut off, a thumb over it at a height. */
  | { kind: 'blur' | 'glare' | 'dark' | 'cut' }
  | { kind: 'thumb'; at: number }
  /** Another document than the required one. */
  | { kind: 'slip' | 'film' | 'pass' | 'chat' | 'one_side' }
  /** The right document without these parts. */
  | { kind: 'lacking'; parts: readonly Part[] }

export interface Sample {
  shape: 'sheet' | 'cards' | 'sheet_and_pass'
  parts: readonly Part[]
  /** Where each number points to: right end x, y. */
  points: readonly (readonly [x: number, y: number])[]
  fault: Fault
}

const cards = (fault: Fault): Sample => ({
  shape: 'cards',
  parts: [],
  points: [
    [152, 42],
    [152, 96],
    [166, 160],
    [152, 206],
  ],
  fault,
})
const lines = (at: number, count: number): Part => ({ at, draw: 'lines', count })
const part = (draw: Plain, at: number): Part => ({ at, draw })
const seal = (x: number, at: number): Part => ({ at, draw: 'seal', x })
const sheet = (parts: readonly Part[], points: Sample['points'], fault: Fault): Sample => ({
  shape: 'sheet',
  parts,
  points,
  fault,
})

export const SAMPLES: Readonly<Record<SampleKind, Sample>> = {
  id_copy: cards({ kind: 'glare' }),
  guardian_id: cards({ kind: 'one_side' }),
  payee_id: cards({ kind: 'cut' }),
  relationship: sheet(
    [part('title', 16), part('field', 48), part('field', 76), part('field', 104), lines(134, 3), seal(128, 178)],
    [
      [158, 54],
      [158, 82],
      [158, 110],
      [150, 200],
    ],
    { kind: 'cut' },
  ),
  invoice: sheet(
    [
      part('head', 16),
      part('field', 52),
      part('field', 76),
      part('field', 100),
      { at: 132, draw: 'services', count: 3 },
      part('total', 190),
      seal(30, 194),
    ],
    [
      [112, 21],
      [158, 56],
      [158, 82],
      [158, 106],
      [158, 198],
    ],
    { kind: 'slip' },
  ),
  medical_record: sheet(
    [part('head', 16), part('field', 50), lines(80, 2), lines(112, 2), lines(144, 3), part('signature', 196)],
    [
      [158, 56],
      [158, 86],
      [158, 118],
      [158, 150],
      [128, 210],
    ],
    { kind: 'lacking', parts: [part('head', 16), part('field', 50), { at: 80, draw: 'table', count: 7 }] },
  ),
  itemised_bill: sheet(
    [part('head', 16), { at: 56, draw: 'services', count: 7 }, part('total', 206)],
    [
      [28, 63],
      [80, 99],
      [158, 136],
      [158, 214],
    ],
    { kind: 'lacking', parts: [part('head', 16), part('total', 120)] },
  ),
  discharge_summary: sheet(
    [part('head', 16), part('field', 52), lines(84, 3), lines(128, 2), lines(160, 2), part('signature', 200)],
    [
      [158, 58],
      [158, 90],
      [158, 134],
      [158, 166],
    ],
    { kind: 'cut' },
  ),
  prescription: sheet(
    [part('head', 16), part('field', 54), lines(88, 2), lines(118, 2), part('signature', 176)],
    [
      [158, 60],
      [158, 94],
      [128, 190],
    ],
    { kind: 'blur' },
  ),
  test_report: sheet(
    [part('head', 16), part('field', 52), { at: 82, draw: 'table', count: 4 }, part('findings', 164)],
    [
      [158, 58],
      [150, 176],
    ],
    { kind: 'film' },
  ),
  dental_chart: sheet(
    [part('head', 16), part('tooth', 52), lines(128, 2), lines(164, 2), part('signature', 206)],
    [
      [149, 80],
      [158, 134],
      [158, 170],
    ],
    { kind: 'blur' },
  ),
  accident_statement: sheet(
    [part('title', 18), part('field', 48), lines(80, 4), lines(142, 2), part('signature', 196)],
    [
      [158, 54],
      [158, 90],
      [158, 148],
      [128, 210],
    ],
    { kind: 'lacking', parts: [part('title', 18), lines(52, 1)] },
  ),
  police_report: sheet(
    [part('crest', 16), part('field', 52), part('field', 78), lines(108, 4), seal(124, 184)],
    [
      [112, 21],
      [158, 58],
      [158, 84],
      [158, 118],
      [148, 206],
    ],
    { kind: 'thumb', at: 46 },
  ),
  other_insurer: sheet(
    [part('crest', 16), part('field', 54), { at: 86, draw: 'services', count: 3 }, part('total', 150), lines(186, 2)],
    [
      [112, 21],
      [158, 60],
      [158, 158],
    ],
    { kind: 'blur' },
  ),
  assistance_approval: sheet(
    [part('crest', 16), part('field', 54), lines(86, 4), part('signature', 166)],
    [
      [112, 21],
      [158, 60],
      [158, 96],
    ],
    { kind: 'cut' },
  ),
  school_letter: sheet(
    [part('school', 16), part('field', 54), lines(84, 3), { at: 128, draw: 'services', count: 2 }, seal(124, 186)],
    [
      [158, 60],
      [158, 92],
      [158, 138],
      [148, 208],
    ],
    { kind: 'dark' },
  ),
  carrier_certificate: {
    shape: 'sheet_and_pass',
    parts: [part('carrier', 16), part('field', 52), part('field', 78), lines(108, 2)],
    points: [
      [158, 58],
      [158, 84],
      [158, 114],
      [158, 204],
    ],
    fault: { kind: 'pass' },
  },
  liability_demand: sheet(
    [part('field', 20), part('title', 48), lines(76, 4), part('total', 138), part('signature', 190)],
    [
      [158, 26],
      [158, 86],
      [158, 146],
    ],
    { kind: 'chat' },
  ),
  proof_of_account: sheet(
    [part('bank', 16), part('field', 56), part('field', 84), { at: 118, draw: 'services', count: 4 }],
    [
      [112, 21],
      [158, 62],
      [158, 90],
    ],
    { kind: 'thumb', at: 76 },
  ),
  authorisation: sheet(
    [part('title', 18), part('field', 48), part('field', 74), lines(106, 4), part('signature', 190)],
    [
      [158, 54],
      [158, 80],
      [158, 116],
      [128, 204],
    ],
    { kind: 'lacking', parts: [part('title', 18), part('field', 48), part('field', 74), lines(106, 4)] },
  ),
}
