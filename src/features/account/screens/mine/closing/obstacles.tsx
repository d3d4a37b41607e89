/** What prevents closing the account, each with the page where it can be settled. */
import { useState } from 'react'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { formatDay } from '../../../../../lib/days/dates.ts'
import { localPath } from '../../../../../lib/locale.ts'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import type { Closure } from '../../../closure-calls.ts'

export function Obstacles({ obstacles, look }: Pick<Closure, 'obstacles'> & { look: () => Promise<void> }) {
  const t = useT()
  const lang = useLang()
  const [looking, setLooking] = useState(false)
  return (
    <section>
      <h3 className="font-semibold">{t('closing:against.title', { count: obstacles.length })}</h3>
      <p className="text-ink-2 measure">{t('closing:against.text')}</p>
      <ul className="ruled mt-3">
        {obstacles.map(({ kind, id, number, until, path }) => (
          <li key={`${kind} ${id}`} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
            <span className="min-w-0 flex-1 basis-64">
              <span className="num block font-semibold wrap-anywhere">
                {t(`closing:against.${kind}.title`, { number })}
              </span>
              <span className="block text-small text-ink-2">
                {t(`closing:against.${kind}.text`, { day: until === null ? '' : formatDay(until, lang) })}
              </span>
            </span>
            <TextLink look="go" href={localPath(lang, path)}>
              {t(`closing:against.${kind}.go`)}
              <span className="sr-only"> {number}</span>
            </TextLink>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <TextLink
          icon="refresh-cw"
          onClick={
            looking
              ? undefined
              : () => {
                  setLooking(true)
                  void look().finally(() => setLooking(false))
                }
          }
        >
          {t(looking ? 'closing:against.looking' : 'closing:against.look')}
        </TextLink>
      </p>
    </section>
  )
}
