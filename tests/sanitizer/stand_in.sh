#!/bin/sh
# In place of compute-sanitizer: "reports" what was recorded for the case named by the environment, and
# runs the program.
tool='' log=''
while [ $# -gt 0 ]; do
  case $1 in
    --tool) tool=$2 ;;
    --log-file) log=$2 ;;
    --*) ;;
    *) break ;;
  esac
  shift 2
done
recorded=$RECORDED_FOLDER/$RECORDED_CASE.$tool.txt
if [ -f "$recorded" ]; then
  cp "$recorded" "$log"
else
  printf '========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n' >"$log"
fi
exec "$@"
