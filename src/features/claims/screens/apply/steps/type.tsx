/** The kind of claim, as rows with what each is for. */
import { useT } from '../../../../../app/words.tsx'
import { RadioGroup } from '../../../../../ui/Choice.tsx'
import { FieldGroup } from '../../../../../ui/Field.tsx'
import { Icon } from '../../../../../ui/Icon.tsx'
import type { IconName } from '../../../../../ui/icons.ts'
import { CLAIM_TYPES, type ClaimType } from '../../../kinds.ts'
import { typeKey } from '../../../vocabulary.ts'

const ICONS: Record<ClaimType, IconName> = {
  outpatient: 'stethoscope', inpatient: 'hospital', accident: 'bandage', dental: 'smile', mental: 'heart-pulse', evacuation: 'ambulance',
  interruption: 'graduation-cap', travel: 'luggage', liability: 'scale',
}

export function TypeField({ value, onChange, error }: { value: ClaimType | ''; onChange: (type: ClaimType) => void; error: string | undefined }) {
  const t = useT()
  return (
    <FieldGroup id="type" label={t('apply:event.type')} hint={t('apply:event.typeHint')} error={error}>
      <div className="choice-rows">
        <RadioGroup
          name="type"
          value={value}
          onChange={onChange}
          options={CLAIM_TYPES.map((type) => ({
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
    </FieldGroup>
  )
}
