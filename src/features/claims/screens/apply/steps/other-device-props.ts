/** Props of the part that sends documents from another device. */
export interface OtherDeviceProps {
  claim: string
}
