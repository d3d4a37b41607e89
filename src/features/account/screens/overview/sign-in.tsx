import { useLang, useT } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Empty } from '../../../../ui/Empty.tsx'
import { Icon } from '../../../../ui/Icon.tsx'

const OPEN = [
  ['verify', '/verify', 'badge-check'],
  ['questions', '/claims/FAQ', 'info'],
  ['notices', '/notice', 'bell'],
] as const

/** Advantages of a login. */
const GIVES = [
  ['policies', 'shield-check'],
  ['claims', 'clipboard-list'],
  ['orders', 'receipt-text'],
  ['devices', 'smartphone'],
] as const

/**
 * Shown when nobody is logged in: on phones under "Me" (spec §2, route guard); on the desktop the guard opens the login
 * page instead.
 */
export default function SignInFirst() {
  const t = useT()
  const lang = useLang()
  const back = encodeURIComponent(location.pathname + location.search)
  return (
    <div className="grid gap-10">
      <Empty
        level={1}
        title={t('account:signIn.title')}
        action={
          <div className="mt-4">
            <Button look="primary" href={`${localPath(lang, '/login')}?backUrl=${back}`}>
              {t('account:signIn.go')}
            </Button>
          </div>
        }
      >
        {t('account:signIn.text')}
      </Empty>
      <section>
        <h2 className="mb-2.5 type-h3">{t('account:signIn.gives.title')}</h2>
        <ul className="ruled">
          {GIVES.map(([id, icon]) => (
            <li key={id} className="flex min-h-13 items-center gap-3 py-2">
              <Icon name={icon} className="text-primary" />
              <span className="flex-1">{t(`account:signIn.gives.${id}`)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2 className="mb-2.5 type-h3">{t('account:signIn.without')}</h2>
        <ul className="ruled">
          {OPEN.map(([id, path, icon]) => (
            <li key={id}>
              <a className="flex min-h-13 items-center gap-3" href={localPath(lang, path)}>
                <Icon name={icon} className="text-primary" />
                <span className="flex-1">{t(`account:places.${id}`)}</span>
                <Icon name="chevron-right" className="text-ink-3" />
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
