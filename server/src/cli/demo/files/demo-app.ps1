# Demo App 1.2.0: the smallest application that runs only with a license.
# It signs its user in, asks for a license token for this machine, and validates it.
#
# Usage: .\demo-app.ps1 -BaseUrl http://localhost:4242 -Email you@example.com -Password ...
param(
  [Parameter(Mandatory)] [string] $BaseUrl,
  [Parameter(Mandatory)] [string] $Email,
  [Parameter(Mandatory)] [string] $Password
)
$ErrorActionPreference = 'Stop'
$device = [System.Net.Dns]::GetHostName()

$identity = Invoke-RestMethod -Method Post -ContentType 'text/plain' -Body $Password `
  -Uri "$BaseUrl/api/customer/identity/sign-in?email=$([uri]::EscapeDataString($Email))"
$token = Invoke-RestMethod -Method Post -Uri "$BaseUrl/api/client/licenses/demo-app/request" `
  -Headers @{ Authorization = "Bearer $($identity.accessToken)" } `
  -ContentType 'application/json' -Body (@{ deviceName = $device; deviceSignature = $device } | ConvertTo-Json)
$null = Invoke-RestMethod -Method Post -Uri "$BaseUrl/api/client/licenses/demo-app/validate" `
  -ContentType 'text/plain' -Body $token
Write-Output "Demo App is licensed on $device."
