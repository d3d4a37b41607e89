/** Colours and type of the documents: the light theme of look.md, in points on A4. */
export const COLOUR = {
  paper: '#FFFFFF',
  sunk: '#F4F1EA',
  line: '#E6E2DA',
  edge: '#7D8785',
  ink: '#17252B',
  ink2: '#46555A',
  ink3: '#5C696E',
  teal: '#0F5C63',
  tealLine: '#B5D3D0',
  deep: '#0C3B41',
  onDeep: '#FBFAF7',
  onDeep2: '#A9CFCB',
  deepLine: '#2A5C62',
  warn: '#7D5200',
  warnTint: '#FBF1D6',
  stamp: '#A3271F',
} as const
type Colour = (typeof COLOUR)[keyof typeof COLOUR]

export interface Style {
  size: number
  /** Line height as a multiple of the size. */
  leading: number
  bold?: true
  colour: Colour
}

export const STYLE = {
  title: { size: 21, leading: 1.3, bold: true, colour: COLOUR.ink },
  lead: { size: 10.5, leading: 1.6, colour: COLOUR.ink2 },
  heading: { size: 11, leading: 1.5, bold: true, colour: COLOUR.ink },
  body: { size: 10, leading: 1.6, colour: COLOUR.ink },
  strong: { size: 10, leading: 1.6, bold: true, colour: COLOUR.ink },
  name: { size: 13, leading: 1.4, bold: true, colour: COLOUR.ink },
  label: { size: 9, leading: 1.55, colour: COLOUR.ink2 },
  small: { size: 8.5, leading: 1.6, colour: COLOUR.ink2 },
  note: { size: 8.5, leading: 1.6, colour: COLOUR.ink3 },
  micro: { size: 7.5, leading: 1.55, colour: COLOUR.ink3 },
  brand: { size: 13, leading: 1.3, bold: true, colour: COLOUR.ink },
} as const satisfies Record<string, Style>

/** A4, points. */
export const PAGE = { width: 595.28, height: 841.89, side: 54, top: 44, bottom: 58 } as const
/** ISO/IEC 7810 ID-1, points. */
export const CARD = { width: 242.65, height: 153.01, side: 14 } as const
