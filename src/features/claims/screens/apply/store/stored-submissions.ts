/** The press of the button "Send" as this device stores it, apart from what carries it out: lists only ask for which. */
import { keysOnDevice } from '../../../../../app/storage/device-store.ts'

export const SENDING_STORE = 'claim-sending'

/** Claims of which this device has a press that was not carried out yet. */
export const storedSubmissions = (): Promise<string[]> => keysOnDevice(SENDING_STORE).catch(() => [])
