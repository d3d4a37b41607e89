import { request } from '../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../app/requests/read-reply.ts'
import { useLoad } from '../../../app/requests/use-load.ts'
import { InkPicture } from '../../../ui/InkPicture.tsx'
import { signatureStrokes } from '../contract.ts'
import { SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from '../rules/draft/signature-strokes.ts'

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
