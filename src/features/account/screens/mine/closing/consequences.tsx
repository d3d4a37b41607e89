/** What is deleted with the account and what must be kept, by which law and until which day. */
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { formatDay } from '../../../../../lib/days/dates.ts'
import { Notice } from '../../../../../ui/Notice.tsx'
import type { Closure } from '../../../closure-calls.ts'

const DELETED = ['contacts', 'drafts', 'uploads', 'identity', 'copies', 'devices'] as const

export function Consequences({ closure: { kept, signInsUntil } }: { closure: Closure }) {
  const t = useT()
  const lang = useLang()
  const list = 'mt-1 grid gap-1 ps-5 list-disc marker:text-primary measure'
  return (
    <>
      <section>
        <h3 className="font-semibold">{t('closing:deleted.title')}</h3>
        <ul className={list}>
          {DELETED.map((it) => (
            <li key={it}>{t(`closing:deleted.${it}`)}</li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className="font-semibold">{t('closing:keeps.title')}</h3>
        <p className="text-ink-2 measure">{t('closing:keeps.text')}</p>
        <ul className={list}>
          {kept.map(({ kind, number, until }) => (
            <li key={`${kind} ${number}`} className="num">
              {t(`closing:keeps.${kind}`, { number, day: formatDay(until, lang) })}
            </li>
          ))}
          <li>{t('closing:keeps.payments')}</li>
          <li className="num">{t('closing:keeps.signIns', { day: formatDay(signInsUntil, lang) })}</li>
        </ul>
      </section>
      <Notice icon="info">{t('closing:others')}</Notice>
    </>
  )
}
