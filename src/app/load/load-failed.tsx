/** Shown instead of a list or a thing that could not be loaded: offline or failed, why, and the next step. */
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { loadFailureWords } from '../requests/call-failure-words.ts'
import { useT } from '../words/words.tsx'

interface LoadFailedProps {
  /** What `useLoad` reports. */
  error: unknown
  again: () => void
  level?: 1 | 2 | 3
}

export function LoadFailed({ error, again, level = 2 }: LoadFailedProps) {
  const t = useT()
  const offline = !navigator.onLine
  const kind = offline ? 'offline' : 'failed'
  return (
    <Empty
      kind={offline ? 'offline' : 'error'}
      level={level}
      title={t(`ui:${kind}.title`)}
      action={
        <div className="mt-3">
          <Button icon="refresh-cw" onClick={again}>
            {t('ui:tryAgain')}
          </Button>
        </div>
      }
    >
      {(!offline && loadFailureWords(t, error)) || t(`ui:${kind}.text`)}
    </Empty>
  )
}
