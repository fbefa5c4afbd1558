#!/bin/sh
# Demo App 1.2.0: the smallest application that runs only with a license.
# It signs its user in, asks for a license token for this machine, and validates it.
#
# Usage: sh demo-app.sh BASE_URL EMAIL PASSWORD
set -eu

if [ "$#" -ne 3 ]; then
  echo "usage: sh demo-app.sh BASE_URL EMAIL PASSWORD" >&2
  exit 2
fi
base_url=$1
device=$(uname -n)

access_token=$(
  printf '%s' "$3" |
    curl -fsS -H 'content-type: text/plain' --url-query "email=$2" --data-binary @- \
      "$base_url/api/customer/identity/sign-in" |
    sed -n 's/.*"accessToken":"\([^"]*\)".*/\1/p'
)
license_token=$(
  printf '{"deviceName":"%s","deviceSignature":"%s"}' "$device" "$device" |
    curl -fsS -H 'content-type: application/json' -H "authorization: Bearer $access_token" --data-binary @- \
      "$base_url/api/client/licenses/demo-app/request"
)
printf '%s' "$license_token" |
  curl -fsS -H 'content-type: text/plain' --data-binary @- \
    "$base_url/api/client/licenses/demo-app/validate" >/dev/null
echo "Demo App is licensed on $device."
