/** Props of the way to send documents from another device. */
export interface OtherDeviceProps {
  claim: string
}
