/** What the holder of a policy is likely to need next: its card and documents, a claim, an extension. */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import type { IconName } from '../../../../ui/icons.ts'
import type { PolicyRow, PolicyTab } from '../../../policies/contract.ts'
import { policyPath } from '../../../policies/list-contract.ts'

const CLAIM = '/claim/application/list'

interface Shortcut {
  id: 'card' | 'claim' | 'extend'
  path: string
  icon: IconName
}

/** Nobody can claim before cover begins, and only the buyer can extend a policy. */
function shortcutsOf(policy: PolicyRow | undefined, tab: PolicyTab): Shortcut[] {
  const details = policy && policyPath(policy.id)
  return [
    ...(details ? [{ id: 'card' as const, path: `${details}#documents`, icon: 'id-card' as const }] : []),
    ...(policy && tab !== 'pending_activation'
      ? [{ id: 'claim' as const, path: CLAIM, icon: 'clipboard-list' as const }]
      : []),
    ...(details && policy.role === 'buyer' && tab === 'valid'
      ? [{ id: 'extend' as const, path: `/insurance-policy/extend?id=${policy.id}`, icon: 'calendar' as const }]
      : []),
  ]
}

export function Shortcuts({ policy, tab }: { policy: PolicyRow | undefined; tab: PolicyTab }) {
  const t = useT()
  const lang = useLang()
  const shortcuts = shortcutsOf(policy, tab)
  if (shortcuts.length === 0) return null
  return (
    <nav aria-label={t('account:overview.shortcuts.title')}>
      <ul className="grid gap-x-6 web:sm:grid-cols-3 mobile:parted">
        {shortcuts.map(({ id, path, icon }) => (
          <li key={id}>
            <a className="flex min-h-13 items-center gap-3" href={localPath(lang, path)}>
              <Icon name={icon} className="text-primary" />
              <span className="flex-1">{t(`account:overview.shortcuts.${id}`)}</span>
              <Icon name="chevron-right" className="text-ink-3" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
