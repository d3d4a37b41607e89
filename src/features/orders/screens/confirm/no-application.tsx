/** `/confirm` without an application to show: why, and the plans with which one can begin. */
import { useEffect, useState } from 'react'
import { loginPath } from '../../../../app/address/redirect-by-route.ts'
import { useHideSaveAndLeave } from '../../../../app/parts/hide-save-and-leave.ts'
import { findNotedOrder } from '../../../../app/storage/noted-orders.ts'
import { forgetClosedOrders } from '../../../../app/storage/open-orders.ts'
import { $isLogin } from '../../../../app/session/session.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { now } from '../../../../lib/days/clock.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { localPath } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { ClientPlan } from '../../../plans/contract.ts'
import { orderPath } from '../../list-contract.ts'

interface Props {
  /** `missing`: the address names an application that cannot be seen here · `noPlan`: it names no plan to begin with. */
  why: 'missing' | 'noPlan'
  plans: readonly ClientPlan[]
}

export default function NoApplication({ why, plans }: Props) {
  const t = useT()
  const lang = useLang()
  const open = useOpenOrder()
  // The link may be from a message that was opened on another device: after signing in the application is found.
  const text = why === 'missing' && !$isLogin.get() ? 'signIn' : why
  useHideSaveAndLeave()
  // The link that this device still shows leads nowhere from here.
  useEffect(() => {
    const id = new URLSearchParams(location.search).get('id')
    if (why === 'missing' && id) void forgetClosedOrders([{ id, status: 'gone' }])
  }, [why])
  return (
    <div className="grid max-w-3xl gap-8">
      <header className="grid justify-items-start gap-3">
        <h1 className="type-h2">{t(`confirm:${text}.title`)}</h1>
        {text !== 'noPlan' && <p className="measure text-ink-2">{t(`confirm:${text}.text`)}</p>}
        {text === 'signIn' && (
          <Button look="primary" href={loginPath(location.pathname + location.search, lang)}>
            {t('confirm:signIn.button')}
          </Button>
        )}
        {why === 'noPlan' && open && (
          <Button look="primary" href={localPath(lang, orderPath(open))}>
            {t('confirm:goOn')}
          </Button>
        )}
      </header>
      {text !== 'signIn' && <Plans plans={plans} />}
    </div>
  )
}

function Plans({ plans }: Pick<Props, 'plans'>) {
  const t = useT()
  const lang = useLang()
  return (
    <>
      <nav aria-label={t('confirm:noPlan.plans')}>
        <ul className="border-t border-base-content">
          {plans.map(({ id, name, tagline }) => (
            <li key={id} className="border-b border-line">
              <a
                className="flex items-center justify-between gap-4 py-4 hover:text-teal"
                href={localPath(lang, `/plan/details/${id}`)}
              >
                <span className="min-w-0">
                  <span className="font-semibold">{name}</span>
                  <span className="block text-small text-ink-2">{tagline}</span>
                </span>
                <Icon name="arrow-right" className="text-teal" />
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p>
        <TextLink look="go" href={localPath(lang, '/plan/list')}>
          {t('confirm:noPlan.compare')}
        </TextLink>
      </p>
    </>
  )
}

/** The latest unfinished application that was begun on this device. */
function useOpenOrder(): string | undefined {
  const [open, setOpen] = useState<string>()
  useEffect(
    () => findNotedOrder(now() - LIMITS.deviceDays * 86_400_000, (found) => found && !found.sent && setOpen(found.id)),
    [],
  )
  return open
}
