/** The state graph of copies of a person's data. */
import { machine } from '../../../../server/transition.ts'
import type { ExportStatus } from '../../contract.ts'

export const exportMachine = machine<'data_exports', ExportStatus>({
  entity: 'data_export',
  table: 'data_exports',
  graph: { requested: ['ready', 'failed'], ready: [], failed: [] },
})
