/** Around the rows of the list: search, tabs, states, pages. */
import { useState, type ReactNode } from 'react'
import { LoadFailed } from '../../../../app/load/load-failed.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Empty } from '../../../../ui/Empty.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { Pagination } from '../../../../ui/Pagination.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { Tabs } from '../../../../ui/Tabs.tsx'
import { TextInput } from '../../../../ui/TextInput.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { POLICY_TABS, type PolicyRow, type PolicyTab } from '../../contract.ts'
import { SEARCH_LENGTH, type ListProps } from './props.ts'

const PANEL = 'policies'

export function ListTabs({ tab, counts, show }: Pick<ListProps, 'tab' | 'counts' | 'show'>) {
  const t = useT()
  return (
    <Tabs
      label={t('policies:tabs')}
      panel={PANEL}
      current={tab}
      onChange={(id) => show(id)}
      tabs={POLICY_TABS.map((id) => ({ id, label: t(`policies:tab.${id}`), ...(counts ? { count: counts[id] } : {}) }))}
    />
  )
}

/** The panel below the tabs in each of its states. The search comes with the list: above the tabs it would move them. */
export function ListPanel({ children, ...props }: ListProps & { children: (policy: PolicyRow) => ReactNode }) {
  const t = useT()
  const { loaded, tab, page, search, show, again } = props
  return (
    <div role="tabpanel" id={PANEL} aria-label={t(`policies:tab.${tab}`)} className="pt-4">
      <ListSearch {...props} />
      {loaded.state === 'loading' && <Skeleton label={t('policies:loading')} rows={2} />}
      {loaded.state === 'failed' && <LoadFailed error={loaded.error} again={again} />}
      {loaded.state === 'ready' &&
        loaded.data.policies.length === 0 &&
        (search ? <NothingFound search={search} clear={() => show(tab, 1, '')} /> : <NoPolicies tab={tab} />)}
      {loaded.state === 'ready' && loaded.data.policies.map((policy) => <div key={policy.id}>{children(policy)}</div>)}
      {loaded.state === 'ready' && loaded.data.pages > 1 && (
        <Pages page={page} pages={loaded.data.pages} show={(number) => show(tab, number)} />
      )}
    </div>
  )
}

/** The search is shown from this many policies on. */
const SEARCHED_FROM = 4

/** Searches when it is submitted, not while typing: names are searched on the server. */
function ListSearch({ tab, search, counts, show }: Pick<ListProps, 'tab' | 'search' | 'counts' | 'show'>) {
  const t = useT()
  const [typed, setTyped] = useState(search)
  const [searched, setSearched] = useState(search)
  if (searched !== search) {
    setSearched(search)
    setTyped(search)
  }
  const total = counts ? POLICY_TABS.reduce((sum, id) => sum + counts[id], 0) : 0
  if (!search && total < SEARCHED_FROM) return null
  return (
    <form
      role="search"
      className="mt-2 mb-4 flex max-w-xl flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        show(tab, 1, typed.trim())
      }}
    >
      <div className="min-w-0 grow">
        <Field id="policy-search" label={t('policies:search.label')}>
          <TextInput
            type="search"
            inputMode="search"
            icon="search"
            value={typed}
            onChange={setTyped}
            maxLength={SEARCH_LENGTH}
            autoComplete="off"
          />
        </Field>
      </div>
      <Button type="submit">{t('policies:search.go')}</Button>
    </form>
  )
}

function NothingFound({ search, clear }: { search: string; clear: () => void }) {
  const t = useT()
  return (
    <Empty
      title={t('policies:search.none', { search })}
      action={
        <Button size="sm" onClick={clear}>
          {t('policies:search.all')}
        </Button>
      }
    >
      {t('policies:search.hint')}
    </Empty>
  )
}

function Pages({ page, pages, show }: { page: number; pages: number; show: (page: number) => void }) {
  const t = useT()
  return (
    <div className="pt-8">
      <Pagination
        page={page}
        pages={pages}
        onChange={show}
        words={{
          label: t('ui:pages.label'),
          previous: t('ui:pages.previous'),
          next: t('ui:pages.next'),
          page: (number) => t('ui:pages.page', { page: number }),
        }}
      />
    </div>
  )
}

function NoPolicies({ tab }: { tab: PolicyTab }) {
  const t = useT()
  const lang = useLang()
  return (
    <Empty
      title={t(`policies:empty.${tab}.title`)}
      action={
        tab === 'valid' ? (
          <TextLink look="go" href={localPath(lang, '/plan/list')}>
            {t('policies:seePlans')}
          </TextLink>
        ) : undefined
      }
    >
      {t(`policies:empty.${tab}.text`)}
    </Empty>
  )
}
