import { useEffect, useRef, useState } from 'react'
import { pageSearch } from '../../../../app/address/page-address.ts'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { silentPart } from '../../../../app/load/lazy.tsx'
import { Gap, useLang, useT } from '../../../../app/words/words.tsx'
import type { Day } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { safeBackUrl } from '../../../../app/address/redirect-by-route.ts'
import { signOut } from '../../../../app/session/sign-out.ts'
import { LINK_CODE } from '../../../../app/storage/storage-keys.ts'
import { visitStore } from '../../../../app/storage/storage.ts'
import { Button } from '../../../../ui/Button.tsx'
import { $isLogin } from '../../../../app/session/session.ts'
import { AccountQuestion } from './account-question.tsx'
import { LoginForm } from './login-form.tsx'
import { AskBeforeLink } from './ask-before-link.tsx'
import { SignedOutNotice, endReasonOf } from './signed-out-notice.tsx'
import { useLogin } from './use-login.ts'
import { sandbox } from '../../contract.ts'
import { request } from '../../../../app/requests/browser-requester.ts'
import { richText } from '../../../../app/parts/rich-text.tsx'
import type { Output } from '../../../../lib/contract.ts'
import { TextLink } from '../../../../ui/TextLink.tsx'

const SlowNotice = silentPart(() => import('../../../../app/parts/slow-service-notice.tsx'))

/** `/login`: one arrangement, for the page is one form on either device. */
export default function LoginPage({ pageDay, ...island }: IslandProps & { pageDay: Day }) {
  return (
    <Island {...island}>
      <Login pageDay={pageDay} />
    </Island>
  )
}

function Login({ pageDay }: { pageDay: Day }) {
  const t = useT()
  const lang = useLang()
  const state = useLogin(t, lang, pageDay)
  const query = new URLSearchParams(pageSearch())
  const why = endReasonOf(query)
  // Of the moment of opening: a login by this form leaves the page.
  const [signedIn] = useState(() => $isLogin.get())
  const back = safeBackUrl(query.get('backUrl')) ?? localPath(lang, '/personal')
  if (query.get('link') === 'ask' && $isLogin.get()) return <AskBeforeLink />
  if (state.account.asked) return <AccountQuestion state={state.account} />
  return (
    <div className="grid gap-x-24 gap-y-14 web:lg:grid-cols-[minmax(0,26rem)_minmax(0,24rem)]">
      <div className="grid gap-8">
        <div className="grid gap-3">
          <h1 className="type-h1 mobile:sr-only">{t('session:login.title')}</h1>
          <p className="text-ink-2">{t('session:login.lead')}</p>
        </div>
        {signedIn && <SignedIn back={back} />}
        {why && <SignedOutNotice why={why} back={query.get('backUrl')} />}
        {query.get('link') === 'ask' && <LinkAgain back={back} />}
        {query.get('link') === 'used' && <Notice kind="warn">{t('session:login.linkUsed')}</Notice>}
        {state.account.rejected && <Rejected contact={state.account.rejected} />}
        <LoginForm state={state} />
        <SlowNotice part="codes">{t('session:login.slow')}</SlowNotice>
        {query.has('backUrl') && <p className="text-small text-ink-2">{t('session:login.back')}</p>}
      </div>
      <aside className="grid content-start gap-8">
        <Why />
        <p className="text-ink-2">
          {t('session:login.noLogin')}
          <Gap />
          <a className="link" href={localPath(lang, '/plan/list')}>
            {t('session:login.plans')}
          </a>
        </p>
        <DemoAccount use={(destination) => state.change({ destination })} />
      </aside>
    </div>
  )
}

/** Somebody is signed in already, perhaps without the anti-forgery pair: they can go on, or sign out. */
function SignedIn({ back }: { back: string }) {
  const t = useT()
  return (
    <Notice kind="info" title={t('session:already.title')}>
      <span className="block">{t('session:already.text')}</span>
      <span className="mt-3 flex flex-wrap gap-3">
        <a className="btn btn-line btn-sm" href={back}>
          {t('session:already.stay')}
        </a>
        <Button look="line" onClick={() => void signOut(t)}>
          {t('session:already.out')}
        </Button>
      </span>
    </Notice>
  )
}

/** A link that nobody answered, because the site was updated or the connection failed: it is not used up. */
function LinkAgain({ back }: { back: string }) {
  const t = useT()
  const code = visitStore().getItem(LINK_CODE)
  if (!code) return null
  const address = new URL(back, location.origin)
  address.searchParams.set('token', code)
  return (
    <Notice kind="warn">
      {t('session:login.linkFailed')}
      <Gap />
      <a className="link" href={address.pathname + address.search + address.hash}>
        {t('session:login.linkAgain')}
      </a>
    </Notice>
  )
}

/** The contact is free: the next code makes an account of its own. */
function Rejected({ contact }: { contact: string }) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone.
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="outline-none" tabIndex={-1} ref={box}>
      <Notice kind="ok" live="status" title={t('session:account.rejectedTitle', { contact })}>
        <span className="block">{t('session:account.rejected')}</span>
      </Notice>
    </div>
  )
}

function Why() {
  const t = useT()
  const points = [
    ['file-check', 'whyPolicies'],
    ['user-check', 'whyClaims'],
    ['shield-check', 'whySafe'],
  ] as const
  return (
    <section className="grid gap-2">
      <h2 className="type-h3">{t('session:login.why')}</h2>
      <ul className="rows">
        {points.map(([icon, key]) => (
          <li key={key} className="flex gap-3 border-b border-line py-3">
            <Icon name={icon} className="mt-0.5 text-teal" />
            <span className="text-ink-2">{t(`session:login.${key}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** In a sandbox the page lists what to try: the demo accounts and the inbox. A production server has none. */
function DemoAccount({ use }: { use: (destination: string) => void }) {
  const t = useT()
  const [demo, setDemo] = useState<Output<typeof sandbox>>()
  useEffect(() => {
    request(sandbox, {})
      .then((reply) => reply.ok && setDemo(reply.data))
      .catch(() => undefined)
  }, [])
  if (!demo) return null
  return (
    <section className="notice grid gap-1">
      <h2 className="font-semibold">{t('session:login.demoTitle')}</h2>
      <p>{richText(t('session:login.demo', { destination: demo.demo }), {})}</p>
      <p className="flex flex-wrap gap-x-6">
        <TextLink onClick={() => use(demo.demo)}>{t('session:login.demoUse')}</TextLink>
        <TextLink onClick={() => use(demo.closing)}>{t('session:login.demoClosing')}</TextLink>
        <TextLink href="/sandbox">{t('session:login.demoInbox')}</TextLink>
      </p>
    </section>
  )
}
