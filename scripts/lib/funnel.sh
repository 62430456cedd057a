# shellcheck shell=bash
# Building the sample funnel, a flow on the web; needs common.sh and flowmagic.sh.

funnel=$PWD/${build_folder:-.build}/${configuration:-debug}/funnel

build_funnel() {
  if ! run_stage build-funnel swift_package build Samples/Funnel --product funnel; then
    show_build_failure "$stage_log"
    fail "the sample funnel does not build; the whole output is in $stage_log"
  fi
}
