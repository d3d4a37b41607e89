/** The kind of claim, as rows with a description of each. */
import { useState } from 'react'
import { useT } from '../../../../../../app/words/words.tsx'
import { RadioGroup } from '../../../../../../ui/Choice.tsx'
import { FieldGroup } from '../../../../../../ui/Field.tsx'
import { Icon } from '../../../../../../ui/Icon.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import type { IconName } from '../../../../../../ui/icons.ts'
import { CLAIM_TYPES, type ClaimType } from '../../../../rules/document-kinds.ts'
import { typeKey } from '../../../../rules/word-keys.ts'

const ICONS: Record<ClaimType, IconName> = {
  outpatient: 'stethoscope',
  inpatient: 'hospital',
  accident: 'bandage',
  dental: 'smile',
  mental: 'heart-pulse',
  evacuation: 'ambulance',
  interruption: 'graduation-cap',
  travel: 'luggage',
  liability: 'scale',
  death: 'users-round',
}

/** A death is reported by its own link below the choice of policy: that kind is listed only where it is chosen. */
export const offeredTypes = (chosen: ClaimType | ''): ClaimType[] =>
  CLAIM_TYPES.filter((type) => type !== 'death' || chosen === 'death')

export function ClaimTypeField({
  value,
  onChange,
  error,
}: {
  value: ClaimType | ''
  onChange: (type: ClaimType) => void
  error: string | undefined
}) {
  const t = useT()
  // On a phone these rows are long: once one is chosen, only that is shown until the person wants another.
  const [open, setOpen] = useState(value === '')
  const offered = offeredTypes(value)
  const shown = open || value === '' ? offered : offered.filter((type) => type === value)
  return (
    <FieldGroup
      id="type"
      label={t('claimform:event.type')}
      hint={value === 'death' ? undefined : t('claimform:event.typeHint')}
      error={error}
    >
      <div className="choice-rows">
        <RadioGroup
          name="type"
          value={value}
          onChange={(type) => {
            setOpen(false)
            onChange(type)
          }}
          options={shown.map((type) => ({
            value: type,
            label: (
              <span className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4">
                <span className="font-semibold">{t(typeKey(type))}</span>
                <Icon name={ICONS[type]} size={24} className="row-span-2 text-teal" />
                <span className="text-small text-ink-2">{t(typeKey(type, 'for'))}</span>
              </span>
            ),
          }))}
        />
      </div>
      {shown.length === 1 && (
        <p className="mt-2">
          <TextLink onClick={() => setOpen(true)}>{t('claimform:event.typeChange')}</TextLink>
        </p>
      )}
    </FieldGroup>
  )
}
