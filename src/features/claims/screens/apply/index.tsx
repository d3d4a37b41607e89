import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import type { WizardProps } from './props.ts'
import Wizard from './wizard.tsx'

/** `/claim/application/*`: the claim's wizard (spec §2, §4; design §6). */
export default function Apply({ titles, before, drawn, ...island }: IslandProps & WizardProps) {
  return (
    <Island {...island}>
      <Wizard titles={titles} before={before} drawn={drawn} />
    </Island>
  )
}
