/** Shown instead of a list or a thing that could not be loaded: offline or failed, each with its next step. */
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { useT } from './words.tsx'

export function LoadFailed({ again, level = 2 }: { again: () => void; level?: 1 | 2 | 3 }) {
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
      {t(`ui:${kind}.text`)}
    </Empty>
  )
}
