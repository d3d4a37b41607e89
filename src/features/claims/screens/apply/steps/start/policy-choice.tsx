/** The policies that were in force on the day, to choose one; a long list has pages and a search. */
import { useState } from 'react'
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { formatDay } from '../../../../../../lib/days/dates.ts'
import { joined } from '../../../../../../lib/locale.ts'
import { Button } from '../../../../../../ui/Button.tsx'
import { RadioGroup } from '../../../../../../ui/Choice.tsx'
import { Field, FieldGroup } from '../../../../../../ui/Field.tsx'
import { Pagination } from '../../../../../../ui/Pagination.tsx'
import { TextInput } from '../../../../../../ui/TextInput.tsx'
import type { ClaimablePolicy } from '../../../../contract.ts'
import type { ClaimableList } from './use-claimable-policies.ts'

interface Props extends Pick<ClaimableList, 'page' | 'search' | 'show'> {
  policies: readonly ClaimablePolicy[]
  pages: number
  day: string
  chosen: string
  choose: (id: string) => void
  error: string | undefined
}

export function PolicyChoice({ policies, pages, page, search, show, day, chosen, choose, error }: Props) {
  const t = useT()
  const lang = useLang()
  // Among several people it is the person that is looked for.
  const family = new Set(policies.map(({ insured }) => insured)).size > 1
  return (
    <div className="grid gap-4">
      {(pages > 1 || search !== '') && <PolicySearch search={search} show={show} />}
      {policies.length === 0 && (
        <p id="policy" tabIndex={-1} role="status">
          {t('claimform:search.none', { search, day: formatDay(day, lang) })}
        </p>
      )}
      {policies.length > 0 && (
        <FieldGroup
          id="policy"
          label={t('claimform:list.policy')}
          hint={t('claimform:list.policyHint', { day: formatDay(day, lang) })}
          error={error}
        >
          <div className="choice-rows">
            <RadioGroup
              name="policy"
              value={chosen}
              onChange={choose}
              options={policies.map((one) => ({
                value: one.id,
                label: (
                  <span className="font-semibold">
                    {family ? one.insured : joined(lang, one.planName, one.tierName)}
                  </span>
                ),
                hint: (
                  <>
                    <span className="block">
                      {family ? joined(lang, one.planName, one.tierName) : one.insured} ·{' '}
                      <span className="nobr">{one.number}</span>
                    </span>
                    <span className="num block">
                      {t('claimform:list.cover', { from: formatDay(one.start, lang), to: formatDay(one.end, lang) })}
                    </span>
                  </>
                ),
              }))}
            />
          </div>
        </FieldGroup>
      )}
      <Pagination
        page={page}
        pages={pages}
        onChange={(number) => show(number)}
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

const SEARCH_LENGTH = 60

/** Inside the claim's form, so it cannot be a form itself: Enter in this field searches. */
function PolicySearch({ search, show }: Pick<Props, 'search' | 'show'>) {
  const t = useT()
  const [typed, setTyped] = useState(search)
  const [shown, setShown] = useState(search)
  if (shown !== search) {
    setShown(search)
    setTyped(search)
  }
  const go = (): void => show(1, typed.trim())
  return (
    <div role="search" className="flex max-w-xl flex-wrap items-end gap-3">
      <div className="min-w-0 grow">
        <Field id="policy-search" label={t('claimform:search.label')}>
          <TextInput
            type="search"
            inputMode="search"
            icon="search"
            value={typed}
            onChange={setTyped}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              go()
            }}
            maxLength={SEARCH_LENGTH}
            autoComplete="off"
          />
        </Field>
      </div>
      <Button type="button" onClick={go}>
        {t('claimform:search.go')}
      </Button>
      {search !== '' && (
        <Button type="button" onClick={() => show(1, '')}>
          {t('claimform:search.all')}
        </Button>
      )}
    </div>
  )
}
