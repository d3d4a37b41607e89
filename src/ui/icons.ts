/** The Lucide icons in use. Add a name here, run `node src/ui/icons.build.ts`, and the sprite has it. */
export const ICONS = [
  'ambulance', 'arrow-left', 'arrow-right', 'arrow-up', 'arrow-down', 'badge-check', 'bandage', 'bell', 'book-open', 'building-2', 'calendar', 'camera', 'check',
  'chevron-down', 'chevron-left', 'chevron-right', 'chevron-up', 'circle-alert', 'circle-check', 'circle-dashed', 'circle-user',
  'circle-x', 'clipboard-list', 'clock', 'clock-alert', 'columns-2', 'contact-round', 'copy', 'credit-card', 'download', 'ellipsis', 'external-link',
  'eye', 'file-check', 'file-clock', 'file-exclamation-point', 'file-text', 'globe', 'graduation-cap', 'heart-pulse', 'hospital', 'house',
  'id-card', 'image', 'images', 'info', 'landmark', 'languages', 'layout-dashboard', 'link', 'list-checks', 'list-filter', 'loader-circle',
  'log-out', 'luggage', 'mail', 'map-pin', 'maximize-2', 'message-square-text', 'minus', 'monitor', 'pause', 'pen-line', 'phone', 'plus', 'printer', 'qr-code',
  'receipt-text', 'receipt', 'refresh-cw', 'rotate-ccw', 'route', 'rss', 'scale', 'scroll-text', 'search', 'send', 'share', 'shield-check', 'smartphone', 'smile',
  'stamp', 'stethoscope', 'trash-2', 'triangle-alert', 'undo-2', 'upload', 'user-check', 'user-round', 'users-round', 'wallet', 'wifi-off', 'x',
] as const
export type IconName = (typeof ICONS)[number]
