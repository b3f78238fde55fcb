/** Puts a vendor's script on the page, as its snippet does. A script that does not come is no reason to stop. */
export function loadVendorScript(url: string): void {
  const script = document.createElement('script')
  script.async = true
  script.src = url
  document.head.append(script)
}
