/** The good and the bad picture of one kind of document, side by side. */
import { Sample, type SampleProps } from './Sample.tsx'

export default function GoodAndBad({ kind, t }: Pick<SampleProps, 'kind' | 't'>) {
  return (
    <div className="grid items-start gap-6 sm:max-w-2xl sm:grid-cols-2 sm:gap-8">
      <Sample kind={kind} quality="good" t={t} />
      <Sample kind={kind} quality="bad" t={t} />
    </div>
  )
}
