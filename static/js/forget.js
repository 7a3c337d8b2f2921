// Nobody is logged in: what was kept of somebody's reports for times without a network
// does not stay on this device.

export function mount() {
  globalThis.caches?.delete("reports");
}
