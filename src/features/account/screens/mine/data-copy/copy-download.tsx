/** Downloads the copy: a code opens it, and for some minutes it can be downloaded again without another one. */
import { useState } from 'react'
import { blob, request } from '../../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../../app/requests/call-failure-words.ts'
import { isWechat, saveFile } from '../../../../../app/requests/download.ts'
import { markPlace } from '../../../../../app/address/section-in-address.ts'
import { useTabState } from '../../../../../app/storage/use-tab-state.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { LIMITS } from '../../../../../lib/limits-and-periods.ts'
import { SITE } from '../../../../../lib/site.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { exportFile, openExport, sendAccountCode, type DataExports } from '../../../contract.ts'
import { OwnCodeForm } from '../../code-form/own-code-form.tsx'

const FILE = 'youfang-data.zip'
type Said = { kind: 'ok' | 'bad'; text: string }

interface Props {
  id: string
  contacts: DataExports['contacts']
  look: () => Promise<DataExports | undefined>
  /** The copy no longer exists. */
  onGone: () => void
}

export function CopyDownload({ id, contacts, look, onGone }: Props) {
  const t = useT()
  const lang = useLang()
  const [open, setOpen] = useTabState('copy-open', false, Boolean)
  const [ticket, setTicket] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<Said>()

  async function download(by: string): Promise<void> {
    if (isWechat()) return setSaid({ kind: 'bad', text: t('app:inWechat') })
    if (busy) return
    setBusy(true)
    setSaid(undefined)
    try {
      const reply = await blob(exportFile, { id, ticket: by })
      if (reply.ok && reply.data instanceof Blob) {
        saveFile(reply.data, FILE)
        setSaid({ kind: 'ok', text: t('datacopy:download.saved', { file: FILE, minutes: LIMITS.exportTicketMinutes }) })
      } else await refused()
    } catch (error) {
      setSaid({ kind: 'bad', text: callFailureWords(t, error) })
    }
    setBusy(false)
  }

  /** Either the copy was deleted, or only the ticket has expired. */
  async function refused(): Promise<void> {
    const next = await look()
    if (next && next.latest?.id !== id) return onGone()
    setTicket(undefined)
    setOpen(true)
    setSaid({ kind: 'bad', text: t('datacopy:download.codeOver', { minutes: LIMITS.exportTicketMinutes }) })
  }

  return (
    <>
      {said && (
        <Notice kind={said.kind} live={said.kind === 'ok' ? 'status' : 'alert'}>
          {said.text}
        </Notice>
      )}
      {open && !ticket ? (
        <section className="grid grid-cols-1 gap-5 rounded-box bg-sunk p-5" aria-labelledby="copy-panel">
          <h3 className="font-semibold" id="copy-panel">
            {t('datacopy:code.title')}
          </h3>
          <OwnCodeForm
            id="copy"
            kept="copy-code"
            contacts={contacts}
            lead={t('datacopy:code.text')}
            send={(channel) => request(sendAccountCode, { purpose: 'export', channel })}
            submit={(channel, code) => request(openExport, { id, channel, code })}
            onDone={({ ticket: given }) => {
              setOpen(false)
              setTicket(given)
              void download(given)
            }}
            handles={(code) => {
              if (code === 'not_found') void look().then(onGone)
              return code === 'not_found'
            }}
            labels={{ submit: t('datacopy:code.submit'), working: t('datacopy:code.working') }}
            cancel={
              <Button className="mobile:w-full" onClick={() => setOpen(false)}>
                {t('datacopy:code.close')}
              </Button>
            }
            lost={t('verificationcode:lost', { phone: SITE[lang].phone })}
          />
        </section>
      ) : (
        <p>
          <Button
            look="primary"
            icon="download"
            className="mobile:w-full"
            working={busy && t('datacopy:download.working')}
            onClick={() => {
              markPlace('copy')
              if (ticket) void download(ticket)
              else setOpen(true)
            }}
          >
            {t(ticket ? 'datacopy:download.again' : 'datacopy:download.go')}
          </Button>
        </p>
      )}
    </>
  )
}
