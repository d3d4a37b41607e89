import { request } from '../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../app/requests/read-reply.ts'
import { useLoad } from '../../../app/requests/use-load.ts'
import { signatureStrokes } from '../contract.ts'
import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from '../rules/draft/signature-strokes.ts'
import type { Ink } from '../../../ui/ink-strokes.ts'

interface Props {
  claim: string
  /** When the signature was given: another signature is another picture. */
  at: number
  /** The label says whose it is. */
  label: string
}

/** The signature of a claim as it was drawn on any device; nothing until it is loaded. */
export function SignaturePicture({ claim, at, label }: Props) {
  const [drawn] = useLoad(`${claim}:${at}`, async () => {
    const reply = await request(signatureStrokes, { id: claim })
    return dataOf(reply).strokes
  })
  if (drawn.state !== 'ready' || drawn.data.length === 0) return null
  return (
    <div className="max-w-md">
      <InkPicture ink={drawn.data} width={SIGNATURE_WIDTH} height={SIGNATURE_HEIGHT} label={label} />
    </div>
  )
}

/** A finished signature, for viewing. `label` says whose it is. */
function InkPicture({ ink, width, height, label }: { ink: Ink; width: number; height: number; label: string }) {
  return (
    <svg
      className="block h-auto w-full"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {ink.map((stroke, i) => (
        <g key={i}>
          {stroke.map(([x, y, wide], j) => {
            const [fromX, fromY] = stroke[j - 1] ?? [x, y]
            return <path key={j} d={`M${fromX} ${fromY}L${x} ${y}`} strokeWidth={wide / 10} />
          })}
        </g>
      ))}
    </svg>
  )
}
