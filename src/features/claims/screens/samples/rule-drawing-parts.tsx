/**
 * Parts of the drawings of rules: a name in print and by hand, a card, an invoice, a form, a passport, photos. The
 * people in them are fictitious: three characters that are quick to draw.
 */
import { useId, type ReactNode } from 'react'
import { Ground, Sheet } from './document-drawing.tsx'
import { bar } from './drawing-parts.tsx'
import { SAMPLES } from './sample-documents.ts'

type Glyph = keyof typeof PRINTED
/** Strokes of the characters on 20 × 20. */
const PRINTED = {
  wang: 'M3 4h14M4 10h12M2 17h16M10 4v13',
  xiao: 'M10 2v15q-1 1-3 0M6 7 3 12M14 7l3 5',
  shan: 'M10 3v14M3 8v9h14V8',
  da: 'M2 8h16M10 2q1 10-8 15M10 8q2 6 8 9',
  mu: 'M2 6h16M10 1v18M10 6q-2 6-8 9M10 6q2 6 8 9',
} as const
const WRITTEN: Partial<Record<Glyph, string>> = {
  wang: 'M4 5q6 0 12-2M5 11q5 0 10-2M1 18q8-1 18-2M11 4q-2 7-1 13',
  xiao: 'M12 1q-3 8-1 15-1 3-5 0M7 7q-1 4-5 6M15 7q3 2 4 5',
  shan: 'M12 2q-2 6-2 13M4 8q-1 5 0 9 7 0 14-2 0-4 1-8',
}
const NAME: readonly Glyph[] = ['wang', 'xiao', 'shan']

function Name({
  x,
  y,
  of = NAME,
  by = 'press',
}: {
  x: number
  y: number
  of?: readonly Glyph[]
  by?: 'press' | 'hand'
}) {
  const [size, step] = by === 'hand' ? [1.5, 32] : [0.85, 20]
  return of.map((glyph, i) => (
    <path
      key={glyph}
      className="s x thin"
      transform={`translate(${x + i * step} ${y}) scale(${size})`}
      d={(by === 'hand' && WRITTEN[glyph]) || PRINTED[glyph]}
    />
  ))
}

export const Ring = ({ x, y, rx, ry = 18 }: { x: number; y: number; rx: number; ry?: number }) => (
  <ellipse className="ring" cx={x} cy={y} rx={rx} ry={ry} />
)
/** Text of a fixed width, whatever fonts the device has. */
const Dated = ({ x, y, children }: { x: number; y: number; children: string }) => (
  <text className="day" x={x} y={y} textLength={children.length * 5.9} lengthAdjust="spacingAndGlyphs">
    {children}
  </text>
)
const Outline = ({ y, height, rx = 2 }: { y: number; height: number; rx?: number }) => (
  <rect className="d3 s" x="4" y={y} width="168" height={height} rx={rx} />
)

/** The ID card of the insured person, with the name to match. */
export const NamedCard = ({ y }: { y: number }) => (
  <g transform={`translate(0 ${y})`}>
    <Outline y={0} height={100} rx={9} />
    <rect className="d1 s thin" x="18" y="16" width="38" height="46" rx="3" />
    <circle className="su s thin" cx="37" cy="33" r="8" />
    <path className="su s thin" d="M22 61c0-11 6-17 15-17s15 6 15 17" />
    <Name x={70} y={18} />
    {bar(70, 48, 40)}
    {bar(70, 60, 60)}
    {bar(18, 80, 26)}
    {bar(54, 79, 100, true)}
  </g>
)
export const NamedInvoice = ({ name }: { name?: readonly Glyph[] }) => (
  <>
    <Outline y={0} height={126} />
    {bar(22, 18, 70, true)}
    {bar(22, 54, 30)}
    <Name x={70} y={46} {...(name && { of: name })} />
    <path className="s x thin" d="M22 70h132" />
    {bar(22, 82, 60)}
    {bar(128, 82, 26)}
    {bar(22, 96, 48)}
    {bar(128, 96, 26)}
    {bar(92, 112, 20)}
    {bar(120, 111, 34, true)}
  </>
)
export const SignedForm = ({ y, name }: { y: number; name?: readonly Glyph[] }) => (
  <g transform={`translate(0 ${y})`}>
    <Outline y={0} height={128} />
    {bar(48, 14, 80, true)}
    {bar(22, 32, 132)}
    {bar(22, 43, 124)}
    {bar(22, 54, 96)}
    <Name x={44} y={70} by="hand" {...(name && { of: name })} />
    <path className="s x thin" d="M36 108h104" />
    {bar(14, 106, 16)}
  </g>
)
export const Passport = ({ y, until }: { y: number; until: string }) => (
  <g transform={`translate(0 ${y})`}>
    <Outline y={0} height={112} rx={4} />
    <rect className="d1 s thin" x="16" y="14" width="38" height="48" rx="3" />
    <circle className="su s thin" cx="35" cy="32" r="8" />
    <path className="su s thin" d="M20 61c0-11 6-17 15-17s15 6 15 17" />
    {bar(68, 16, 70, true)}
    {bar(68, 30, 50)}
    {bar(68, 44, 26)}
    <Dated x={68} y={66}>
      {until}
    </Dated>
    {bar(16, 84, 144)}
    {bar(16, 95, 144)}
  </g>
)
export const CardBack = ({ y, term }: { y: number; term: string }) => (
  <g transform={`translate(0 ${y})`}>
    <Outline y={0} height={112} rx={9} />
    <circle className="su s thin" cx="34" cy="30" r="15" />
    {bar(60, 22, 84, true)}
    {bar(60, 34, 56)}
    {bar(22, 62, 30)}
    {bar(62, 61, 60, true)}
    {bar(22, 78, 30)}
    <Dated x={22} y={99}>
      {term}
    </Dated>
  </g>
)

/** An invoice and the record of its visit. */
export function Visit({ y, day, record = true }: { y: number; day: string; record?: boolean }) {
  return (
    <g transform={`translate(0 ${y})`}>
      <rect className="d3 s" width="80" height="118" rx="2" />
      {bar(10, 12, 34, true)}
      <Dated x={10} y={38}>
        {day}
      </Dated>
      {bar(10, 52, 36)}
      {bar(56, 52, 14)}
      {bar(10, 64, 30)}
      {bar(56, 64, 14)}
      <path className="s x thin" d="M10 76h60" />
      {bar(46, 84, 24, true)}
      {record ? (
        <>
          <rect className="d3 s" x="96" width="80" height="118" rx="2" />
          {bar(106, 12, 44, true)}
          <Dated x={106} y={38}>
            {day}
          </Dated>
          {[52, 63, 74, 85].map((at, i) => bar(106, at, i % 2 ? 48 : 58))}
          <path className="s x thin" d="M120 108c3-10 7-11 6-3s4 3 6-2 4-2 4 2 5 1 7-3 3 4 6 2" />
        </>
      ) : (
        <rect className="s x thin" x="96" width="80" height="118" rx="2" strokeDasharray="5 6" />
      )}
    </g>
  )
}

const { parts: INVOICE } = SAMPLES.invoice
export const Photo = () => (
  <>
    <rect className="n3 s" x="-12" y="-8" width="196" height="272" rx="6" />
    <g transform="translate(14 16) scale(.82)">
      <Sheet parts={INVOICE} />
    </g>
    <path className="corner" d="M6 22V8h14M138 8h14v14M152 218v14h-14M20 232H6v-14" />
  </>
)

/** Four photos of one sheet, each with another fault. */
export function BadPhotos() {
  const id = useId()
  const tile = (x: number, y: number, sheet: ReactNode, over?: ReactNode) => (
    <svg x={x} y={y} width="118" height="124" viewBox="0 0 118 124">
      <rect className="n3" width="118" height="124" />
      {sheet}
      {over}
    </svg>
  )
  const sheet = (transform: string, filter?: string) => (
    <g transform={transform} filter={filter}>
      <use href={`#${id}s`} />
    </g>
  )
  const whole = 'translate(22 9) scale(.42)'
  return (
    <>
      <Ground />
      <defs>
        <filter id={`${id}b`}>
          <feGaussianBlur stdDeviation="5" />
        </filter>
        <g id={`${id}s`}>
          <Sheet parts={INVOICE} />
        </g>
      </defs>
      {tile(16, 16, sheet(whole, `url(#${id}b)`))}
      {tile(
        146,
        16,
        sheet(whole),
        <ellipse className="glare" cx="56" cy="52" rx="38" ry="15" transform="rotate(-18 56 52)" />,
      )}
      {tile(
        16,
        152,
        sheet(whole),
        <path className="su s" d="M122 66c-16 4-32 2-46-4-7-3-8-9-5-12 3-4 9-4 14-2 14 4 26 3 37 0z" />,
      )}
      {tile(146, 152, sheet('translate(46 40) rotate(8) scale(.5)'))}
    </>
  )
}
