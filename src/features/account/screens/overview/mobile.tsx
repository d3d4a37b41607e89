import { contactBeside, PERSONAL_ITEMS, useSignOut, useUser } from '../../../../app/session/personal-frame.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { policyPath } from '../../../policies/list-contract.ts'
import type { OverviewProps } from './props.ts'
import { CoverCard, NoPolicy, WaitingForYou, useTitle } from './overview-parts.tsx'
import { Shortcuts } from './shortcuts.tsx'

/** The card, what waits, and the pages of the account as rows. */
export default function OverviewMobile({
  names,
  policies,
  tab,
  waiting,
  claimsWaiting,
  tasks,
  waitingCount,
}: OverviewProps) {
  const t = useT()
  const lang = useLang()
  const user = useUser()
  const title = useTitle(waitingCount.orders + waitingCount.claims + waitingCount.tasks)
  const first = policies.policies[0]
  return (
    <div className="grid gap-8">
      <div>
        <p className="font-semibold">{user?.name}</p>
        <p className="num min-h-5 text-small text-ink-2">{contactBeside(user)}</p>
      </div>
      {!first && <NoPolicy />}
      {first && (
        <div>
          <CoverCard policy={first} />
          <TextLink look="go" href={localPath(lang, policyPath(first.id))}>
            {t('policies:see')}
          </TextLink>
        </div>
      )}
      <section className="grid gap-3">
        <h1 className="type-h2">{title}</h1>
        <WaitingForYou
          waiting={waiting}
          claimsWaiting={claimsWaiting}
          tasks={tasks}
          waitingCount={waitingCount}
          names={names}
        />
      </section>
      <Shortcuts policy={first} tab={tab} />
      <nav aria-label={t('account:placesTitle')}>
        <ul className="ruled">
          {PERSONAL_ITEMS.filter(({ id }) => id !== 'overview').map((item) => (
            <li key={item.id}>
              <a className="flex min-h-13 items-center gap-3" href={localPath(lang, item.path)}>
                <Icon name={item.icon} className="text-primary" />
                <span className="flex-1">{t(`app:personal.${item.id}`)}</span>
                <Icon name="chevron-right" className="text-ink-3" />
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Leave />
    </div>
  )
}

function Leave() {
  const t = useT()
  const { leaving, leave } = useSignOut()
  return (
    <Button block icon="log-out" working={leaving && t('app:personal.leaving')} onClick={leave}>
      {t('app:personal.leave')}
    </Button>
  )
}
