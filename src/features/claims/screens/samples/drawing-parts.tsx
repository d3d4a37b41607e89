/** Parts of the sample documents, drawn in the style of look.md "Illustration": bars represent text. */
import type { ISSUERS, Part } from './sample-documents.ts'

const LEFT = 18
const RIGHT = 158

/** A line of text. */
export const bar = (x: number, y: number, width: number, bold = false) => (
  <rect key={`${x} ${y}`} className="ink" x={x} y={y} width={width} height={bold ? 5 : 3} rx="1.5" />
)
const rule = (y: number) => <path key={`r${y}`} className="s x thin" d={`M${LEFT} ${y}h${RIGHT - LEFT}`} />

/** Lengths of lines, so that they look like text and are always the same. */
const WIDTHS = [140, 132, 138, 120] as const

function services(at: number, count: number) {
  return Array.from({ length: count }, (_, i) => {
    const y = at + 6 + i * 18
    return [bar(LEFT, y, 22), bar(LEFT + 32, y, i % 2 ? 48 : 60), bar(RIGHT - 26, y, 26), rule(y + 9)]
  })
}

/** Test results: a value and its normal range. */
function table(at: number, count: number) {
  return Array.from({ length: count }, (_, i) => {
    const y = at + 6 + i * 18
    return [bar(LEFT, y, 44), bar(LEFT + 62, y, 18, true), bar(LEFT + 98, y, 34), rule(y + 9)]
  })
}

type Issuer = (typeof ISSUERS)[number]
/** The logo of the issuer, on 22 × 22. */
const MARKS: Readonly<Record<Issuer, string>> = {
  head: 'M11 6v10m-5-5h10',
  crest: 'M11 4.500 17 7v4c0 3.500-2.500 5.500-6 7-3.500-1.500-6-3.500-6-7V7z',
  bank: 'M4.500 9 11 5l6.500 4zM6.500 11.500V16M11 11.500V16M15.500 11.500V16M4.500 18h13',
  school: 'M3.500 9.500 11 6l7.500 3.500L11 13zM7 11.500V15q4 3 8 0v-3.500',
  carrier: 'M4.500 11.500 17.500 5l-3.500 12.500-3.500-4.500zM10.500 13l3-3.500',
}

const Head = ({ at, by }: { at: number; by: Issuer }) => (
  <>
    <rect className="d1 s thin" x={LEFT} y={at} width="22" height="22" rx="3" />
    <path className={by === 'head' ? 's x' : 's x thin'} transform={`translate(${LEFT} ${at})`} d={MARKS[by]} />
    {bar(LEFT + 30, at + 4, 62, true)}
    {bar(LEFT + 30, at + 14, 44)}
  </>
)

const Tooth = ({ at }: { at: number }) => (
  <>
    {[0, 1, 2, 3, 4].map((i) => (
      <path
        key={i}
        className={i === 4 ? 'su s' : 'd1 s thin'}
        d={`M${LEFT + 8 + i * 26} ${at + 14}c0-9 6-9 9-6 3-3 9-3 9 6 0 11-3 16-4 26q-2 5-3 0l-2-10-2 10q-1 5-3 0c-1-10-4-15-4-26z`}
      />
    ))}
    {rule(at + 56)}
  </>
)

export function drawPart(part: Part) {
  const { at } = part
  switch (part.draw) {
    case 'head':
    case 'crest':
    case 'bank':
    case 'school':
    case 'carrier':
      return <Head at={at} by={part.draw} />
    case 'title':
      return bar(48, at, 80, true)
    case 'field':
      return (
        <>
          {bar(LEFT, at + 5, 34)}
          {bar(LEFT + 48, at + 4, 92, true)}
          {rule(at + 17)}
        </>
      )
    case 'lines':
      return Array.from({ length: part.count }, (_, i) => bar(LEFT, at + 5 + i * 11, WIDTHS[i % WIDTHS.length] ?? 140))
    case 'services':
      return services(at, part.count)
    case 'table':
      return table(at, part.count)
    case 'total':
      return (
        <>
          <path className="s x" d={`M${LEFT + 70} ${at}h${RIGHT - LEFT - 70}`} />
          {bar(LEFT + 70, at + 8, 26)}
          {bar(RIGHT - 34, at + 7, 34, true)}
        </>
      )
    case 'findings':
      return (
        <>
          <rect className="d1 s thin" x={LEFT} y={at} width={RIGHT - LEFT} height="48" rx="4" />
          {[0, 1, 2].map((i) => bar(LEFT + 10, at + 12 + i * 11, 120 - i * 14, i === 0))}
        </>
      )
    case 'tooth':
      return <Tooth at={at} />
    case 'signature':
      return (
        <>
          <path className="s x" d={`M62 ${at + 20}c6-22 14-24 12-6s8 6 12-4 8-4 8 4 10 2 14-6 6 8 12 4`} />
          <path className="s x thin" d={`M${LEFT + 34} ${at + 30}h100`} />
          {bar(LEFT, at + 26, 22)}
        </>
      )
    case 'seal':
    default:
      return (
        <g className="s x">
          <circle cx={part.x + 12} cy={at + 22} r="20" />
          <circle className="thin" cx={part.x + 12} cy={at + 22} r="14" />
          <path
            className="d1"
            d={`m${part.x + 12} ${at + 13} 2.700 5.700 6.300.9-4.500 4.400 1 6.200-5.500-3-5.500 3 1-6.200-4.500-4.400 6.300-.9z`}
          />
        </g>
      )
  }
}

/** An ID card: photo side or the side with authority and validity. */
export function Card({ y, back = false }: { y: number; back?: boolean }) {
  return (
    <g transform={`translate(0 ${y})`}>
      <rect className="d3 s" x="4" y="0" width="168" height="104" rx="9" />
      {back ? (
        <>
          <circle className="su s thin" cx="34" cy="30" r="15" />
          {bar(60, 22, 84, true)}
          {bar(60, 34, 56)}
          {bar(22, 68, 34)}
          {bar(66, 67, 84, true)}
          {bar(22, 86, 34)}
          {bar(66, 85, 84, true)}
        </>
      ) : (
        <>
          <rect className="d1 s thin" x="112" y="14" width="46" height="56" rx="3" />
          <circle className="su s thin" cx="135" cy="35" r="10" />
          <path className="su s thin" d="M117 69c0-14 8-20 18-20s18 6 18 20" />
          {bar(18, 20, 20)}
          {bar(46, 19, 46, true)}
          {bar(18, 38, 20)}
          {bar(46, 38, 34)}
          {bar(18, 56, 20)}
          {bar(46, 56, 52)}
          {bar(18, 86, 26)}
          {bar(54, 85, 100, true)}
        </>
      )}
    </g>
  )
}

/** A card terminal's slip: a proof of payment only. */
export const Slip = () => (
  <g transform="translate(44 20)">
    <path
      className="d3 s"
      d="M0 0h92v196l-7.700 6-7.600-6-7.700 6-7.700-6-7.600 6-7.700-6-7.700 6-7.600-6-7.700 6-7.700-6-7.600 6-7.700-6z"
    />
    <rect className="d1 s thin" x="26" y="18" width="40" height="26" rx="4" />
    <path className="s x thin" d="M26 27h40" />
    {bar(20, 60, 52, true)}
    {bar(28, 74, 36)}
    {bar(12, 100, 26)}
    {bar(56, 100, 24)}
    {bar(12, 116, 34)}
    {bar(60, 116, 20)}
    <path className="s x thin" d="M12 134h68" />
    {bar(12, 146, 20)}
    {bar(46, 145, 34, true)}
    {bar(22, 174, 48)}
  </g>
)

/** A film without its report. */
export const Film = () => (
  <g transform="translate(16 22)">
    <rect className="n1 s" width="144" height="204" rx="6" />
    <path
      className="ms"
      d="M62 190v-62M82 190v-62M58 128c-6-12-4-22 2-26h24c6 4 8 14 2 26zM52 98 42 58M64 94 62 44M76 94l2-54M88 98l10-44M54 112 34 92"
      strokeWidth="2"
    />
    <circle className="mo" cx="34" cy="92" r="2" />
    <circle className="mo" cx="42" cy="58" r="2" />
    <circle className="mo" cx="62" cy="44" r="2" />
    <circle className="mo" cx="78" cy="40" r="2" />
    <circle className="mo" cx="98" cy="54" r="2" />
  </g>
)

export function Pass({ y }: { y: number }) {
  return (
    <g transform={`translate(8 ${y})`}>
      <path className="d3 s" d="M6 0h148a6 6 0 0 1 6 6v58a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6V6a6 6 0 0 1 6-6z" />
      <path className="s x thin" strokeDasharray="4 4" d="M112 0v70" />
      <path className="su s thin" d="m16 22 26-6 12-10 5 1-6 13 16 5-2 4-17-1-10 12-4-1 3-13-18 2z" />
      {bar(16, 46, 44, true)}
      {bar(16, 57, 60)}
      {bar(122, 16, 26)}
      {bar(122, 28, 18)}
      <path className="s x" d="M122 42v16M127 42v16M131 42v16M138 42v16M142 42v16M148 42v16" />
    </g>
  )
}

/** A chat on a phone: someone asks for money, and nothing is signed. */
export const Chat = () => (
  <g transform="translate(32 8)">
    <rect className="fr s" width="112" height="224" rx="14" />
    <path className="s x thin" d="M44 12h24" />
    <path className="d1 s thin" d="M12 38h62a8 8 0 0 1 8 8v20a8 8 0 0 1-8 8H24l-12 8V46z" />
    {bar(24, 50, 46)}
    {bar(24, 61, 34)}
    <path className="su s thin" d="M100 102H46a8 8 0 0 0-8 8v12a8 8 0 0 0 8 8h42l12 8z" />
    {bar(50, 114, 36)}
    <path className="d1 s thin" d="M12 156h48a8 8 0 0 1 8 8v12a8 8 0 0 1-8 8H24l-12 8z" />
    {bar(24, 168, 32)}
  </g>
)
