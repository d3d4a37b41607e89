/**
 * A picture of a document: as it should be sent, with numbers for what it must show, or as it should not, with the
 * fault. For islands, which load it lazily; pages show the same drawings as files (`svg-file.tsx`). Words are in the
 * namespace `samples`; colours are classes of `drawing.css`.
 */
import { Icon } from '../../../../ui/Icon.tsx'
import { documentKey } from '../../rules/word-keys.ts'
import { Bad, FRAME, Good, Verdict } from './document-drawing.tsx'
import type { SampleKind } from './sample-kinds.ts'
import { SAMPLES } from './sample-documents.ts'

export interface SampleProps {
  kind: SampleKind
  quality: 'good' | 'bad'
  t: (key: string, values?: Record<string, unknown>) => string
  className?: string
}

export function Sample({ kind, quality, t, className = '' }: SampleProps) {
  const drawing = SAMPLES[kind]
  const good = quality === 'good'
  const document = t(documentKey(kind))
  return (
    <figure className={`m-0 grid gap-3 ${className}`.trim()}>
      <svg
        className="drawing drawing-sample block h-auto w-full max-w-[280px]"
        viewBox={FRAME}
        role="img"
        aria-label={t(`samples:${quality}.title`, { document })}
      >
        {good ? <Good drawing={drawing} /> : <Bad drawing={drawing} />}
        <Verdict good={good} />
      </svg>
      <figcaption className="text-small grid gap-2">
        <span className={`flex items-start gap-2 font-semibold ${good ? 'text-ok' : 'text-bad'}`}>
          <Icon name={good ? 'circle-check' : 'circle-x'} size={20} className="mt-px shrink-0" />
          {good ? t('samples:good.lead') : t(`samples:${kind}.bad`)}
        </span>
        {good && (
          <ol className="m-0 grid list-none gap-1 p-0">
            {drawing.points.map(([, y], i) => (
              <li key={y} className="flex gap-2">
                <span className="num w-4 shrink-0 font-semibold" aria-hidden="true">
                  {i + 1}
                </span>
                {t(`samples:${kind}.points.${i + 1}`)}
              </li>
            ))}
          </ol>
        )}
      </figcaption>
    </figure>
  )
}
