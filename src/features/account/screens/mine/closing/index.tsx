/**
 * Closing the account: what prevents it, what is deleted and what must be kept; requested with a code, and can be taken
 * back for some days (decision 0072).
 */
import { useState } from 'react'
import { useButtonRequest } from '../../../../../app/requests/use-button-request.ts'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../../app/requests/read-reply.ts'
import { markPlace } from '../../../../../app/address/section-in-address.ts'
import { LoadFailed } from '../../../../../app/load/load-failed.tsx'
import { useLinkedHeading } from '../../../../../app/address/use-linked-heading.ts'
import { useLoad } from '../../../../../app/requests/use-load.ts'
import { useTabState } from '../../../../../app/storage/use-tab-state.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { formatInstant, formatDay } from '../../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../../lib/limits-and-periods.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { FailedNotice, Notice } from '../../../../../ui/Notice.tsx'
import { Skeleton } from '../../../../../ui/Skeleton.tsx'
import { accountClosure, keepAccount, type Closure } from '../../../closure-calls.ts'
import { AskToClose } from './ask-to-close.tsx'
import { localPath } from '../../../../../lib/locale.ts'
import { TextLink } from '../../../../../ui/TextLink.tsx'

const load = async (): Promise<Closure> => {
  const reply = await request(accountClosure, {})
  return dataOf(reply)
}

export default function Closing() {
  const t = useT()
  const [loaded, again] = useLoad('account-closure', load)
  // Messages link to this heading.
  const heading = useLinkedHeading('close', loaded.state === 'ready')
  return (
    <section id="close">
      <h2 className="type-h3" id="close-heading" ref={heading} tabIndex={-1}>
        {t('closing:title')}
      </h2>
      <div className="mt-1 grid grid-cols-1 gap-4">
        {loaded.state === 'loading' && <Skeleton label={t('closing:loading')} rows={2} />}
        {loaded.state === 'failed' && <LoadFailed error={loaded.error} again={again} level={3} />}
        {loaded.state === 'ready' && <Account loaded={loaded.data} />}
      </div>
    </section>
  )
}

function Account({ loaded }: { loaded: Closure }) {
  const t = useT()
  const [closure, setClosure] = useState(loaded)
  const [open, setOpen] = useTabState('close-open', false, Boolean)
  const [kept, setKept] = useState(false)
  /** Without a reply the last state stays. */
  async function look(): Promise<void> {
    const next = await load().catch(() => undefined)
    if (next) setClosure(next)
  }
  function settled(next: Closure): void {
    setClosure(next)
    setOpen(false)
    setKept(next.scheduled === null)
    document.getElementById('close-heading')?.focus()
  }
  if (closure.scheduled) return <Scheduled closure={closure} settled={settled} />
  return (
    <>
      {kept && (
        <Notice kind="ok" live="status">
          {t('closing:kept')}
        </Notice>
      )}
      <p className="measure text-ink-2">{t('closing:text', { days: LIMITS.closureDays })}</p>
      {!open && (
        <p>
          <Button
            className="mobile:w-full"
            onClick={() => {
              markPlace('close')
              setOpen(true)
            }}
          >
            {t('closing:open')}
          </Button>
        </p>
      )}
      {open && closure.obstacles.length > 0 && <Obstacles obstacles={closure.obstacles} look={look} />}
      {open && <Consequences closure={closure} />}
      {open && closure.obstacles.length === 0 && (
        <AskToClose closure={closure} settled={settled} look={look} close={() => setOpen(false)} />
      )}
      {open && closure.obstacles.length > 0 && (
        <p>
          <Button className="mobile:w-full" onClick={() => setOpen(false)}>
            {t('closing:hide')}
          </Button>
        </p>
      )}
    </>
  )
}

function Scheduled({ closure, settled }: { closure: Closure; settled: (closure: Closure) => void }) {
  const t = useT()
  const lang = useLang()
  const { working, notice, run } = useButtonRequest()
  const keep = () =>
    run(async () => {
      markPlace('close')
      const reply = await request(keepAccount, {})
      if (!reply.ok) return reply.message
      settled(reply.data)
      return undefined
    })
  return (
    <>
      <Notice kind="warn" live="status" title={t('closing:scheduled.title', { at: closure.closesAt })}>
        {t('closing:scheduled.text', { at: formatInstant(closure.scheduled?.askedAt ?? 0, lang) })}
      </Notice>
      <FailedNotice>{notice}</FailedNotice>
      <p>
        <Button
          look="primary"
          icon="undo-2"
          className="mobile:w-full"
          working={working && t('closing:scheduled.working')}
          onClick={() => void keep()}
        >
          {t('closing:scheduled.keep')}
        </Button>
      </p>
      <Consequences closure={closure} />
    </>
  )
}

/** What is deleted with the account and what must be kept, by which law and until which day. */
const DELETED = ['contacts', 'drafts', 'uploads', 'identity', 'copies', 'devices'] as const

function Consequences({ closure: { kept, signInsUntil } }: { closure: Closure }) {
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

/** What prevents closing the account, each with the page where it can be settled. */
function Obstacles({ obstacles, look }: Pick<Closure, 'obstacles'> & { look: () => Promise<void> }) {
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
