import { pageSearch } from '../../../../app/address/page-address.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { safeBackUrl } from '../../../../app/address/redirect-by-route.ts'
import { request } from '../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { LINK_CODE, PARTNER_NAME, PARTNER_VISIT } from '../../../../app/storage/storage-keys.ts'
import { richText, type Marks } from '../../../../app/parts/rich-text.tsx'
import { startSession } from '../../../../app/session/session.ts'
import { browserStore, readToken, visitStore } from '../../../../app/storage/storage.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { now } from '../../../../lib/days/clock.ts'
import { localPath, splitPath } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { usePartnerLink } from '../../../partners/contract.ts'
import { exchange, logout, lookAtLink, me } from '../../contract.ts'

interface Offer {
  me: string
  name: string
  claim: boolean
  partner: boolean
}

const BOLD: Marks = { b: (text) => <strong className="wrap-anywhere">{text}</strong> }

/**
 * A link that signs in was opened while someone is signed in: nobody becomes someone else without being asked (decision
 * 0034).
 */
export function AskBeforeLink() {
  const t = useT()
  const lang = useLang()
  const [code] = useState(() => visitStore().getItem(LINK_CODE) ?? '')
  const back = safeBackUrl(new URLSearchParams(pageSearch()).get('backUrl')) ?? localPath(lang, '/home')
  const address = new URL(back, location.origin)
  const param = (name: string): string | undefined => address.searchParams.get(name) ?? undefined
  const link = { code, page: splitPath(address.pathname).path, inId: param('in_id'), coId: param('co_id') }
  const [offer, setOffer] = useState<Offer | 'used'>()
  const [failed, setFailed] = useState('')
  const [busy, setBusy] = useState(false)

  // Asked once: the code does not change while the page is open.
  const look = useEffectEvent(() => {
    Promise.all([request(me, {}), code ? request(lookAtLink, link) : undefined]).then(
      ([own, of]) => {
        if (own.ok) setOffer(of?.ok ? { me: own.data.user.name, ...of.data } : 'used')
      },
      (error: unknown) => setFailed(callFailureWords(t, error)),
    )
  })
  useEffect(() => look(), [])

  const leave = (query: Record<string, string> = {}): void => {
    visitStore().removeItem(LINK_CODE)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    location.replace(address.pathname + address.search + address.hash)
  }
  /** The login stays; the application begins in it with the partner's data. */
  async function continueHere(): Promise<void> {
    setBusy(true)
    try {
      const reply = await request(usePartnerLink, { ...link, inId: link.inId ?? '', coId: link.coId ?? '' })
      if (!reply.ok) return setOffer('used')
      visitStore().setItem(PARTNER_VISIT, reply.data.visit)
      visitStore().setItem(PARTNER_NAME, reply.data.partner)
      leave(reply.data.query)
    } catch (error) {
      setFailed(callFailureWords(t, error))
    } finally {
      setBusy(false)
    }
  }
  async function goOn(): Promise<void> {
    setBusy(true)
    try {
      const old = readToken(browserStore(), now())
      const reply = await request(exchange, link)
      if (!reply.ok) return setOffer('used')
      if (reply.data.partner) visitStore().setItem(PARTNER_NAME, reply.data.partner)
      // Otherwise the earlier login would stay alive unnoticed; it is ended while its own anti-forgery pair is still
      // stored.
      if (old) await request(logout, { token: old })
      startSession(reply.data)
      leave(reply.data.query)
    } catch (error) {
      setFailed(callFailureWords(t, error))
    } finally {
      setBusy(false)
    }
  }

  if (failed)
    return (
      <Notice kind="bad" live="alert">
        {failed}
      </Notice>
    )
  if (!offer) return <Skeleton label={t('session:link.asking')} />
  if (offer === 'used') {
    return (
      <section className="grid max-w-xl justify-items-start gap-6">
        <h1 className="type-h1">{t('session:link.title')}</h1>
        <Notice kind="warn" live="status">
          {t('session:login.linkUsed')}
        </Notice>
        <Button look="primary" onClick={() => leave()}>
          {t('session:link.stay')}
        </Button>
      </section>
    )
  }
  const names = { me: offer.me, name: offer.name }
  if (offer.partner) {
    return (
      <section className="grid max-w-xl gap-6">
        <h1 className="type-h1">{t('session:link.partner.title')}</h1>
        <p className="type-lead">{richText(t('session:link.partner.text', names), BOLD)}</p>
        <div className="flex flex-wrap gap-3">
          <Button look="primary" onClick={() => void continueHere()} working={busy && t('session:link.asking')}>
            {t('session:link.partner.use', names)}
          </Button>
          <Button look="line" onClick={() => void goOn()}>
            {t('session:link.partner.signOut')}
          </Button>
        </div>
        <p>
          <TextLink onClick={() => leave()}>{t('session:link.partner.leave')}</TextLink>
        </p>
      </section>
    )
  }
  return (
    <section className="grid max-w-xl gap-6">
      <h1 className="type-h1">{t('session:link.title')}</h1>
      <p className="type-lead">{richText(t(`session:link.${offer.claim ? 'claim' : 'other'}`, names), BOLD)}</p>
      <p className="text-ink-2">{t('session:link.warn', names)}</p>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onClick={() => leave()}>
          {t('session:link.stay', names)}
        </Button>
        <Button look="line" onClick={() => void goOn()} working={busy && t('session:link.asking')}>
          {t(`session:link.${offer.claim ? 'goClaim' : 'go'}`, names)}
        </Button>
      </div>
    </section>
  )
}
