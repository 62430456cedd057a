# shellcheck shell=bash
# Building the price tracker, making it an application of a FlowMagic server, and running it with a
# fictional shop; needs common.sh and flowmagic.sh.

source scripts/lib/apps.sh

prices=$PWD/${build_folder:-.build}/${configuration:-debug}/prices
priceshop=$PWD/${build_folder:-.build}/${configuration:-debug}/priceshop

build_prices() {
  local product
  scripts/setup build pictures
  for product in prices priceshop; do
    if ! run_stage "build-$product" swift_package build Apps/PriceTracker --product "$product"; then
      show_build_failure "$stage_log"
      fail "the price tracker does not build; the whole output is in $stage_log"
    fi
  done
}

# prepare_prices FOLDER: see prepare_app.
prepare_prices() { prepare_app "$1" prices "Price Tracker" "$prices"; }

# start_priceshop FOLDER PORT STEP: starts the fictional shop in the background. Sets shop_pid.
start_priceshop() {
  "$priceshop" --port "$2" --step "$3" >"$1/shop.log" 2>&1 &
  shop_pid=$!
  wait_for "http://127.0.0.1:$2/" "$shop_pid" "$1/shop.log" "the shop"
}

# start_prices FOLDER ADDRESS SHOP_PORT SERVER: starts the app in the background, following SERVER,
# and waits until it responds. Sets prices_pid.
start_prices() {
  local folder=$1 address=$2 shop=$3 server=$4
  "$prices" serve --address "$address" --store "$folder/store" \
    --origin "http://localhost:${address##*:}" --allow-loopback --allow-host 127.0.0.1 \
    --image-host "http://127.0.0.1:$shop" --pause 0 --check-every 5 \
    --flowmagic "$server" --key "$(cat "$folder/sdk-key")" >"$folder/prices.log" 2>&1 &
  prices_pid=$!
  wait_for "http://$address/prices" "$prices_pid" "$folder/prices.log" "the price tracker"
}

# shop_products PORT: prints the addresses of the shop's products.
shop_products() {
  python3 - "$1" <<'PYTHON'
import re, sys, urllib.request
shop = f"http://127.0.0.1:{sys.argv[1]}"
page = urllib.request.urlopen(shop, timeout=5).read().decode()
for product in dict.fromkeys(re.findall(r'href="(/p/\w+)"', page)):
    print(shop + product)
PYTHON
}

# seed_prices FOLDER SHOP_PORT: adds the shop's products to the catalog.
seed_prices() {
  local folder=$1 shop=$2
  [ ! -e "$folder/seeded" ] || return 0
  shop_products "$shop" >"$folder/products.txt" || fail "the shop's page could not be read"
  [ -s "$folder/products.txt" ] || fail "the shop's page lists no products"
  "$prices" add --store "$folder/store" --allow-loopback --allow-host 127.0.0.1 --pause 0 \
    <"$folder/products.txt" >"$folder/seed.log" ||
    fail "the shop's products could not be added; see $folder/seed.log"
  touch "$folder/seeded"
}
