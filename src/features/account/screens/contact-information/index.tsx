/**
 * "Contact information": the contacts one signs in with, changed one at a time. The first part of `/personal/modify`,
 * the same on both devices.
 */
import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod/mini'
import { request } from '../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../app/requests/read-reply.ts'
import { LAST_DESTINATION } from '../../../../app/storage/storage-keys.ts'
import { lazyPart, silentPart } from '../../../../app/load/lazy.tsx'
import { LoadFailed } from '../../../../app/load/load-failed.tsx'
import { richText, type Marks } from '../../../../app/parts/rich-text.tsx'
import { onSeenAgain } from '../../../../app/session/seen-again.ts'
import { $session } from '../../../../app/session/session.ts'
import { visitStore } from '../../../../app/storage/storage.ts'
import { useLoad } from '../../../../app/requests/use-load.ts'
import { useTabState } from '../../../../app/storage/use-tab-state.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { CHANNELS, channelOf, type Channel } from '../../../../lib/people/contact.ts'
import { localPath, type Lang } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { contactInformation, type ContactInformation } from '../../contact-calls.ts'
import { contactWords } from '../contact-change-words.ts'
import type { Mode } from './change-contact-panel.tsx'
import { RecentChanges } from './recent-changes.tsx'

const ContactPanel = lazyPart(() => import('./change-contact-panel.tsx'))
const MailTrouble = lazyPart(() => import('./mail-trouble.tsx'))
const RestoreFocus = silentPart(() => import('../../../../app/parts/restore-focus.ts'))

const openSchema = z.nullable(z.object({ channel: z.enum(CHANNELS), mode: z.enum(['change', 'remove', 'reach']) }))
type Open = z.output<typeof openSchema>

/** `onShown`: what the section shows is there, or it failed; nothing below it moves any more. */
export default function ContactSection({ onShown }: { onShown: () => void }) {
  const t = useT()
  const [loaded, again] = useLoad('contact-information', async () => {
    const reply = await request(contactInformation, {})
    return dataOf(reply)
  })
  const waits = loaded.state === 'loading'
  const shown = useEffectEvent(onShown)
  useEffect(() => {
    if (!waits) shown()
  }, [waits])
  return (
    <section className="grid grid-cols-1 gap-4">
      <div className="grid gap-1">
        <h2 className="type-h3" id="contact-information" tabIndex={-1}>
          {t('contact:title')}
        </h2>
        <p className="measure text-ink-2">{t('contact:lead')}</p>
      </div>
      {waits && <WaitingContacts />}
      {loaded.state === 'failed' && <LoadFailed error={loaded.error} again={again} />}
      {loaded.state === 'ready' && <Contacts loaded={loaded.data} />}
    </section>
  )
}

/** As high as what comes. */
function WaitingContacts() {
  const t = useT()
  return (
    <div role="status">
      <span className="sr-only">{t('contact:loading')}</span>
      <ul className="ruled" aria-hidden="true">
        {CHANNELS.map((channel) => (
          <li key={channel} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
            <div>
              <p className="text-small text-ink-2">{t(`contact:channel.${channel}`)}</p>
              <p>
                <span className="skeleton inline-block h-4.5 w-40" />
              </p>
            </div>
            <span className="skeleton h-10 w-20" />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What was loaded, and again when the person comes back to this tab: another one may have changed the contacts. */
function useInformation(loaded: ContactInformation) {
  const [information, setInformation] = useState(loaded)
  useEffect(
    () =>
      onSeenAgain(
        () =>
          // Not reported: what is shown stays.
          void request(contactInformation, {}).then(
            (reply) => reply.ok && setInformation(reply.data),
            () => undefined,
          ),
      ),
    [],
  )
  return [information, setInformation] as const
}

function Contacts({ loaded }: { loaded: ContactInformation }) {
  const t = useT()
  const [information, setInformation] = useInformation(loaded)
  const [open, setOpen] = useTabState<Open>('contact-open', null, (raw) => openSchema.parse(raw))
  const [done, setDone] = useState<Settled>()
  const { contacts } = information
  const both = contacts.mobile !== null && contacts.email !== null

  function settled(next: ContactInformation, how: Settled): void {
    setInformation(next)
    setOpen(null)
    setDone(how)
    // Cleared, so that every part that shows it loads it again.
    $session.setKey('userInfo', null)
    document.getElementById('contact-information')?.focus()
  }
  function start(channel: Channel, mode: Mode | 'reach'): void {
    setDone(undefined)
    setOpen({ channel, mode })
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      {done && <Done how={done} contacts={contacts} />}
      <ul className="ruled">
        {CHANNELS.map((channel) => (
          <li key={channel} className="grid grid-cols-1 gap-4 py-4">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <div>
                <p className="text-small text-ink-2">{t(`contact:channel.${channel}`)}</p>
                <p className="num font-semibold wrap-anywhere">
                  {contacts[channel] ?? <span className="font-normal text-ink-3">{t('contact:none')}</span>}
                </p>
              </div>
              {(open?.channel !== channel || open.mode === 'reach') && (
                <p className="flex flex-wrap gap-2">
                  <Button size="sm" onClick={() => start(channel, 'change')}>
                    {t(contacts[channel] === null ? 'contact:add' : 'contact:change')}
                    <span className="sr-only"> {t(`contact:channel.${channel}`)}</span>
                  </Button>
                  {both && (
                    <Button size="sm" onClick={() => start(channel, 'remove')}>
                      {t('contact:remove')}
                      <span className="sr-only"> {t(`contact:channel.${channel}`)}</span>
                    </Button>
                  )}
                </p>
              )}
            </div>
            {channel === 'email' &&
              information.mailTrouble &&
              contacts.email !== null &&
              (open?.channel !== 'email' || open.mode === 'reach') && (
                <MailTrouble
                  trouble={information.mailTrouble}
                  email={contacts.email}
                  open={open?.mode === 'reach'}
                  setOpen={(shown) => (shown ? start('email', 'reach') : setOpen(null))}
                  onDone={(next) => settled(next, 'reached')}
                />
              )}
            {open?.channel === channel && open.mode !== 'reach' && (
              <>
                <RestoreFocus />
                <ContactPanel
                  key={`${channel} ${open.mode}`}
                  channel={channel}
                  mode={open.mode}
                  information={information}
                  close={() => setOpen(null)}
                  take={(next, end) => {
                    if (!end) return setInformation(next)
                    if (end.destination !== null) rememberDestination(end.destination)
                    settled(next, end.destination === null ? 'removed' : 'changed')
                  }}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      <RecentChanges changes={information.changes} onUndone={(next) => settled(next, 'undone')} />
    </div>
  )
}

/** So that a person who is signed out in this tab can sign in with the new contact. */
function rememberDestination(destination: string): void {
  const last = visitStore().getItem(LAST_DESTINATION)
  if (last && channelOf(last) === channelOf(destination)) visitStore().setItem(LAST_DESTINATION, destination)
}

const linkToMine = (lang: Lang): Marks => ({
  mine: (text) => (
    <a className="link" href={localPath(lang, '/personal/mine')}>
      {text}
    </a>
  ),
})

type Settled = 'changed' | 'removed' | 'undone' | 'reached'

function Done({ how, contacts }: { how: Settled; contacts: ContactInformation['contacts'] }) {
  const t = useT()
  const lang = useLang()
  if (how === 'reached')
    return <Notice kind="ok" live="status" title={t('contact:trouble.done', { contact: contacts.email ?? '' })} />
  const contact = contactWords(t, contacts)
  return (
    <Notice kind="ok" live="status" title={t(`contact:done.${how}`, { contact })}>
      {how !== 'undone' && richText(t('contact:done.told'), linkToMine(lang))}
    </Notice>
  )
}
