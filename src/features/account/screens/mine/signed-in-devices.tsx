/**
 * Where the person is signed in: each device with its times, the present one marked; the others can be signed out one
 * by one or all at once.
 */
import { useRef, useState } from 'react'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { request } from '../../../../app/requests/browser-requester.ts'
import { toast } from '../../../../app/parts/toast-store.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatRecent } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { sentences } from '../../../../lib/locale.ts'
import { Badge } from '../../../../ui/Badge.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { useNow } from '../../../../ui/use-now.ts'
import { logoutOthers } from '../../../session/contract.ts'
import { signOutDevice, type Device, type MyInformation } from '../../contract.ts'

const ALL = 'all'
const MOST = { minutes: LIMITS.sessionMinutes, hours: LIMITS.sessionHours }
const PHONES: readonly Device['system'][] = ['iphone', 'android', 'harmony']

export function Devices({ devices: loaded, endsAt }: Pick<MyInformation, 'devices' | 'endsAt'>) {
  const t = useT()
  const lang = useLang()
  const [devices, setDevices] = useState(loaded)
  const present = useNow()
  const recent = (at: number): string => formatRecent(at, lang, present)
  const [busy, setBusy] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)

  /**
   * `id` of a device, or all others. The list is replaced by the server's reply; the focus moves to where the button
   * was.
   */
  async function signOut(id: string): Promise<void> {
    if (busy) return
    setBusy(id)
    try {
      const reply = id === ALL ? await request(logoutOthers, {}) : await request(signOutDevice, { id })
      if (reply.ok) {
        setDevices('devices' in reply.data ? reply.data.devices : devices.filter(({ current }) => current))
        heading.current?.focus()
      }
      toast(
        reply.ok ? t(id === ALL ? 'account:mine.devices.done' : 'account:mine.devices.doneOne') : reply.message,
        reply.ok ? 'plain' : 'bad',
      )
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setBusy(undefined)
  }

  return (
    <section>
      <h2 className="type-h3" ref={heading} tabIndex={-1}>
        {t('account:mine.devices.title')}
      </h2>
      {devices.length > 1 && (
        <p className="mt-1 measure text-ink-2">
          {sentences(lang, t('account:mine.devices.text', MOST), t('account:mine.devices.stranger'))}
        </p>
      )}
      <ul className="ruled mt-4">
        {devices.map((device) => (
          <li key={device.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
            <Icon name={PHONES.includes(device.system) ? 'smartphone' : 'monitor'} className="text-primary" />
            <div className="min-w-52 flex-1">
              <p className="flex flex-wrap items-center gap-x-3 font-semibold">
                <Name device={device} />
                {device.current && (
                  <Badge kind="ok" icon="check">
                    {t('account:mine.devices.this')}
                  </Badge>
                )}
              </p>
              <p className="num text-small text-ink-2">
                {device.current
                  ? t('account:mine.devices.until', { at: recent(device.signedInAt), until: endsAt })
                  : t('account:mine.devices.last', { at: recent(device.signedInAt), last: recent(device.lastUsedAt) })}
              </p>
              {device.claimOnly && <p className="text-small text-ink-2">{t('account:mine.devices.claimOnly')}</p>}
            </div>
            {!device.current && (
              <Button
                size="sm"
                working={busy === device.id && t('account:mine.devices.working')}
                onClick={() => void signOut(device.id)}
              >
                {t('account:mine.devices.there')}
                <span className="sr-only">
                  {' '}
                  <Name device={device} />
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {devices.length > 1 && (
        <div className="mt-4">
          <Button
            icon="log-out"
            working={busy === ALL && t('account:mine.devices.working')}
            onClick={() => void signOut(ALL)}
          >
            {t('account:mine.devices.others')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Name({ device: { browser, system } }: { device: Device }) {
  const t = useT()
  if (browser === 'other' && system === 'other') return t('account:mine.devices.unknown')
  return t('account:mine.devices.name', {
    browser: t(`account:mine.devices.browser.${browser}`),
    system: t(`account:mine.devices.system.${system}`),
  })
}
