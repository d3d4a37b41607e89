/** The hospital: from the finder's list, or typed freely with its city and country. */
import { useEffect, useMemo, useState } from 'react'
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { countries } from '../../../../../../lib/hospitals/countries-of-hospitals-and-banks.ts'
import {
  hospitalIndexPath,
  isHospitalIndex,
  searchHospitals,
  type HospitalIndex,
} from '../../../../../../lib/hospitals/hospitals.ts'
import { joined, type Lang } from '../../../../../../lib/locale.ts'
import { Combobox } from '../../../../../../ui/Combobox.tsx'
import { Field } from '../../../../../../ui/Field.tsx'
import { Select } from '../../../../../../ui/Select.tsx'
import { TextInput } from '../../../../../../ui/TextInput.tsx'
import { NO_HOSPITAL, type Hospital } from '../../../../rules/claim-fields.ts'

interface Props {
  /** Id of the field: `hospital`, or that of one visit. */
  id: string
  label: string
  hint?: string
  value: Hospital
  onChange: (value: Hospital) => void
  error?: string | undefined
}

const MOST = 8
/** The list's country ids are those of the plans. */
const codeOf = (id: string): string => (id === 'uk' ? 'GB' : id.toUpperCase())

export function HospitalField({ id, label, hint, value, onChange, error }: Props) {
  const t = useT()
  const lang = useLang()
  const index = useIndex(lang)
  const found = useMemo(
    () =>
      index && value.slug === '' && value.name.trim() !== ''
        ? searchHospitals(index.hospitals, value.name).slice(0, MOST)
        : [],
    [index, value],
  )
  const countryName = (country: string): string => index?.countries.find((one) => one.id === country)?.name ?? ''
  const free = value.name.trim() !== '' && value.slug === ''

  function choose(slug: string): void {
    const entry = found.find((one) => one.slug === slug)
    if (entry) onChange({ slug, name: entry.name, city: entry.city, country: codeOf(entry.country) })
  }

  return (
    <div className="grid gap-4">
      <Field id={id} label={label} hint={hint ?? t('claimform:hospital.hint')} error={error}>
        <Combobox
          value={value.name}
          onType={(name) => onChange(value.slug === '' ? { ...value, name } : { ...NO_HOSPITAL, name })}
          options={found.map((entry) => ({
            id: entry.slug,
            label: entry.name,
            hint: [entry.other, entry.city, countryName(entry.country)].filter(Boolean).join(' · '),
          }))}
          onChoose={choose}
          label={t('claimform:hospital.list')}
          found={t('claimform:hospital.found', { count: found.length })}
          free={t('claimform:hospital.free')}
          maxLength={120}
        />
      </Field>
      {value.slug !== '' && (
        <p className="text-small text-ink-2">
          {t('claimform:hospital.chosen', {
            place: joined(lang, value.city, countryName(value.country === 'GB' ? 'uk' : value.country.toLowerCase())),
          })}
        </p>
      )}
      {free && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field id={`${id}.city`} label={t('claimform:hospital.city')}>
            <TextInput
              value={value.city}
              onChange={(city) => onChange({ ...value, city })}
              maxLength={80}
              autoComplete="off"
            />
          </Field>
          <Field id={`${id}.country`} label={t('claimform:hospital.country')}>
            <Select
              value={value.country}
              onChange={(country) => onChange({ ...value, country })}
              placeholder={t('claimform:choose')}
              options={countries(lang).map(({ code, name }) => ({ value: code, label: name }))}
            />
          </Field>
        </div>
      )}
    </div>
  )
}

const loaded = new Map<Lang, Promise<HospitalIndex | undefined>>()

async function load(lang: Lang): Promise<HospitalIndex | undefined> {
  const answer: unknown = await (await fetch(hospitalIndexPath(lang))).json()
  return isHospitalIndex(answer) ? answer : undefined
}

/** The list, loaded once per page; without it the hospital is typed. */
export function hospitalIndex(lang: Lang): Promise<HospitalIndex | undefined> {
  const known =
    loaded.get(lang) ??
    load(lang).catch(() => {
      loaded.delete(lang)
      return undefined
    })
  loaded.set(lang, known)
  return known
}

function useIndex(lang: Lang): HospitalIndex | undefined {
  const [index, set] = useState<HospitalIndex>()
  useEffect(() => {
    let gone = false
    void hospitalIndex(lang).then((found) => !gone && set(found))
    return () => {
      gone = true
    }
  }, [lang])
  return index
}
