/** Drawings of documents as SVG: a good one with its numbers, a bad one with its fault. They contain no words. */
import { useId, type ReactNode } from 'react'
import { Card, Chat, drawPart, Film, Pass, Slip } from './drawing-parts.tsx'
import type { Fault, Part, Sample as Drawing } from './sample-documents.ts'

export const FRAME = '0 0 280 300'

const OTHER: Partial<Record<Fault['kind'], () => React.JSX.Element>> = {
  slip: Slip,
  film: Film,
  chat: Chat,
  pass: () => <Pass y={92} />,
  one_side: () => <Card y={76} />,
}

export const Ground = () => <rect className="d2" width="280" height="300" rx="12" />
export const Sheet = ({ parts }: { parts: readonly Part[] }) => (
  <>
    <rect className="d3 s" width="176" height="256" rx="2" />
    {parts.map((part) => (
      <g key={`${part.draw} ${part.at}`}>{drawPart(part)}</g>
    ))}
  </>
)

function Document({ shape, parts }: Pick<Drawing, 'shape' | 'parts'>) {
  if (shape === 'cards')
    return (
      <>
        <Card y={10} />
        <Card y={138} back />
      </>
    )
  if (shape === 'sheet') return <Sheet parts={parts} />
  return (
    <>
      <rect className="d3 s" width="176" height="152" rx="2" />
      {parts.map((part) => (
        <g key={`${part.draw} ${part.at}`}>{drawPart(part)}</g>
      ))}
      <Pass y={170} />
    </>
  )
}

export function Good({ drawing }: { drawing: Drawing }) {
  return (
    <Pointed points={drawing.points}>
      <Document {...drawing} />
    </Pointed>
  )
}

/** A correct document, with a number at the right for each thing that it must show. */
export function Pointed({ points, children }: { points: Drawing['points']; children: ReactNode }) {
  return (
    <>
      <Ground />
      <g transform="translate(24 22)">{children}</g>
      {points.map(([x, y], i) => (
        <g key={y} transform="translate(24 22)">
          {/* From the middle of a row the line runs below the text there. */}
          <path className="s x thin" d={x < 120 ? `M${x} ${y}v7H216` : `M${x} ${y}H216`} />
          <circle className="ink" cx={x} cy={y} r="3" />
          <circle className="ink" cx="226" cy={x < 120 ? y + 7 : y} r="10" />
          <text className="on-ink" x="226" y={(x < 120 ? y + 7 : y) + 4.5}>
            {i + 1}
          </text>
        </g>
      ))}
    </>
  )
}

export function Bad({ drawing: { shape, parts, fault } }: { drawing: Drawing }) {
  const id = useId()
  const Other = OTHER[fault.kind]
  const document = <Document shape={shape} parts={fault.kind === 'lacking' ? fault.parts : parts} />
  return (
    <>
      <Ground />
      <clipPath id={`${id}c`}>
        <rect width="280" height="300" rx="12" />
      </clipPath>
      {fault.kind === 'blur' && (
        <filter id={`${id}b`}>
          <feGaussianBlur stdDeviation="3.600" />
        </filter>
      )}
      <g clipPath={`url(#${id}c)`}>
        {/* For the fault `cut` the sheet extends beyond the photo's frame; other faults show it whole. */}
        <g
          transform={fault.kind === 'cut' ? 'translate(150 86) rotate(9)' : 'translate(52 22)'}
          filter={fault.kind === 'blur' ? `url(#${id}b)` : undefined}
        >
          {Other ? <Other /> : document}
        </g>
        {fault.kind === 'glare' && (
          <>
            <ellipse className="glare" cx="150" cy="112" rx="78" ry="30" transform="rotate(-16 150 112)" />
            <ellipse className="glare" cx="158" cy="222" rx="62" ry="24" transform="rotate(-16 158 222)" />
          </>
        )}
        {fault.kind === 'dark' && <rect className="murk" width="280" height="300" />}
        {fault.kind === 'thumb' && (
          <g transform={`translate(0 ${fault.at})`}>
            <path className="su s" d="M290 68c-40 10-82 4-118-10-16-6-22-20-14-30 8-9 22-8 34-4 36 10 70 8 98 2z" />
            <ellipse className="cr s thin" cx="175" cy="39" rx="11" ry="7" transform="rotate(22 175 39)" />
          </g>
        )}
      </g>
    </>
  )
}

/** A check or a cross: never colour alone, and the explanation is below. */
export const Verdict = ({ good }: { good: boolean }) => (
  <g transform="translate(250 270)">
    <circle className={good ? 'yes' : 'no'} r="16" strokeWidth="0" />
    <path className={`verdict ${good ? 'yes' : 'no'}`} d={good ? 'm-7 0 5 5 9-10' : 'm-6-6 12 12m0-12-12 12'} />
  </g>
)
