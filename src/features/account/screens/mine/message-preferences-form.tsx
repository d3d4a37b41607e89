/** How messages are sent to the person: a way for each kind, stored as soon as it is chosen. */
import { useState } from 'react'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { request } from '../../../../app/requests/browser-requester.ts'
import { toast } from '../../../../app/parts/toast-store.ts'
import { useT } from '../../../../app/words/words.tsx'
import type { MessageWay } from '../../../../lib/people/message-preferences.ts'
import { Field } from '../../../../ui/Field.tsx'
import { Select } from '../../../../ui/Select.tsx'
import { chooseNotice, type MyInformation, type Notice } from '../../contract.ts'

export function Notices({ mine }: { mine: MyInformation }) {
  const t = useT()
  const [notices, setNotices] = useState(mine.notices)

  async function choose({ kind }: Notice, way: MessageWay): Promise<void> {
    const before = notices
    setNotices(notices.map((it) => (it.kind === kind ? { ...it, way } : it)))
    try {
      const reply = await request(chooseNotice, { kind, way })
      setNotices(reply.ok ? reply.data.notices : before)
      toast(reply.ok ? t('account:mine.notices.saved') : reply.message, reply.ok ? 'plain' : 'bad')
    } catch (error) {
      setNotices(before)
      toast(callFailureWords(t, error), 'bad')
    }
  }

  const label = (kind: Notice['kind'], way: MessageWay): string =>
    way === 'given'
      ? t(`account:mine.notices.given.${kind}`)
      : t(`account:mine.notices.way.${way}`, {
          to: (way === 'email' ? mine.email : way === 'mobile' ? mine.mobile : null) ?? '',
        })

  return (
    <section>
      <h2 className="type-h3">{t('account:mine.notices.title')}</h2>
      <p className="mt-1 mb-5 measure text-ink-2">{t('account:mine.notices.text')}</p>
      <div className="grid gap-6">
        {notices.map((notice) => (
          <Field
            key={notice.kind}
            id={`notice-${notice.kind}`}
            label={t(`account:mine.notices.kind.${notice.kind}`)}
            hint={notice.kind === 'reminders' ? t('account:mine.notices.reminders') : undefined}
          >
            <Select
              name={`notice-${notice.kind}`}
              value={notice.way}
              options={notice.ways.map((way) => ({ value: way, label: label(notice.kind, way) }))}
              onChange={(way) => void choose(notice, way)}
            />
          </Field>
        ))}
      </div>
      <p className="mt-4 text-small text-ink-2">{t('account:mine.notices.always')}</p>
    </section>
  )
}
